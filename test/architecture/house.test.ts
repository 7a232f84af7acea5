import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { build } from 'esbuild'
import { packageRoot } from '#platform/root.ts'
import { readHouse } from './house.ts'
import { violationsIn } from './rules.ts'

const house = readHouse()
const onDisk = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

describe('the house', () => {
  test('is built as its map says', () => {
    const told = violationsIn(house).map(({ rule, from, what }) => `${rule}: ${from}: ${what}`)
    assert.deepEqual(told, [])
  })

  test('was read whole: every file of src/, and all that the compiler imports', async () => {
    assert.equal(house.size, onDisk.length)
    assert.ok(house.size > 100, `only ${house.size} modules`)

    const { metafile } = await build({
      absWorkingDir: packageRoot,
      entryPoints: [...house.keys()],
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      outdir: 'nowhere',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    const compiled = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
      imports.map((wanted) => ({ path, specifier: wanted.original ?? wanted.path })),
    )
    assert.ok(compiled.length > 300, `only ${compiled.length} imports`)
    const overlooked = compiled.filter(({ path, specifier }) => house.get(path)?.imports.every((seen) => seen.specifier !== specifier))
    assert.deepEqual(overlooked, [])
  })
})
