// seconds: 20
import { slowDocuments, testDocuments } from '../../support/snippet-documents.ts'

testDocuments(slowDocuments)
