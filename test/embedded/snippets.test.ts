import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { packageRoot } from '#platform/root.ts'
import { documentsWithSnippets, snippetsOf, useOf } from '../support/snippets.ts'

const documents = documentsWithSnippets()
const all = documents.flatMap(snippetsOf)

describe('every snippet of the documents', () => {
  test('is run here, is run by a test that reads it, or says why it cannot be', () => {
    const where = all.map((snippet) => ({
      ...useOf(snippet),
      at: `${snippet.document}:${snippet.line}`,
      document: snippet.document,
    }))
    assert.deepEqual(
      where.filter(({ kind }) => kind === 'unknown').map(({ at }) => at),
      [],
    )
    for (const use of where) {
      if (use.kind !== 'elsewhere') continue
      const path = join(packageRoot, use.test)
      assert.ok(
        existsSync(path) && readFileSync(path, 'utf8').includes(use.document.split('/').at(-1) ?? ''),
        `${use.at}: ${use.test} does not read it`,
      )
    }
    for (const use of where) if (use.kind === 'not run') console.log(`not run: ${use.at}, ${use.reason}`)
    console.log(`${where.filter(({ kind }) => kind === 'run').length} of ${all.length} snippets are run`)
  })
})
