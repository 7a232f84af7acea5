import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '#platform/root.ts'

/** What a file imports from another file, as a path from the top of the project. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(packageRoot, file), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, target = '']) => (target.startsWith('.') ? posix.join(posix.dirname(file), target) : target),
  )

test('what runs in browsers knows nothing of the server', () => {
  const files = readdirSync(join(packageRoot, 'web'), { recursive: true })
    .map((name) => `web/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name))
  assert.ok(files.length > 20, `only ${files.length} files were read`)
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter(
        (target) =>
          !target.startsWith('web/') &&
          !target.startsWith('languages/') &&
          target !== 'preact' &&
          target !== 'preact/hooks',
      )
      .map((target) => `${file}: ${target}`),
  )
  assert.deepEqual(wrong, [])
})
