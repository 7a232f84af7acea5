import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '#platform/root.ts'
import { type Module, readModule } from './imports.ts'

const filesIn = (folder: string): string[] =>
  readdirSync(join(packageRoot, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))

const read = (file: string): Module => readModule(file, readFileSync(join(packageRoot, file), 'utf8'))

const packages = ['preact', 'preact/hooks']

test('web/ knows nothing of src/', () => {
  const files = filesIn('web')
  assert.ok(files.length > 15, `only ${files.length} files were read`)
  const wrong = files.flatMap((file) =>
    read(file)
      .imports.filter(({ target, specifier }) => !/^(?:web|languages)\//.test(target) && !packages.includes(specifier))
      .map(({ specifier }) => `${file}: ${specifier}`),
  )
  assert.deepEqual(wrong, [])
})

/** Rooms whose files browsers may run, because the server renders with them what a script then takes over. */
const rendering = /^(?:src\/(?:ui|booking-pages\/booking|console)|web|languages)\//

test('browsers load nothing of the server: only views, the form kit, texts, and preact', () => {
  const entries = filesIn('src').filter((file) => /\.client\.tsx?$/.test(file))
  assert.ok(entries.length > 20, `only ${entries.length} files were read`)
  const loaded = new Set<string>()
  const wrong: string[] = []
  const follow = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const { specifier, target, isPackage, typeOnly } of read(file).imports) {
      if (typeOnly) continue
      if (isPackage ? !packages.includes(specifier) : !rendering.test(target)) wrong.push(`${file}: ${specifier}`)
      else if (!isPackage && /\.tsx?$/.test(target)) follow(target)
    }
  }
  for (const entry of entries) follow(entry)
  assert.deepEqual(wrong, [])
  assert.ok(loaded.size > entries.length)
})
