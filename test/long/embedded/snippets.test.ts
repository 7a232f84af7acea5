// seconds: 40
import { testDocuments } from '../../support/snippet-documents.ts'
import { documentsWithSnippets } from '../../support/snippets.ts'

/** They change much of the demo. */
const last = 'docs/commands.md'

testDocuments([...documentsWithSnippets().filter((document) => document !== last), last])
