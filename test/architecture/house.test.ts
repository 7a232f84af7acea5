// seconds: 4
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { build } from 'esbuild'
import { packageRoot } from '#platform/root.ts'
import { readHouse } from './house.ts'
import { violationsIn } from './rules.ts'

const house = readHouse()
const onDisk = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/[\w$]+/g))

const wordsOfFiles = (folder: string): { path: string; words: ReadonlySet<string> }[] =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => ({
      path: `${folder}/${name}`,
      words: wordsIn(readFileSync(join(packageRoot, folder, name), 'utf8')),
    }))

describe('the house', () => {
  test('follows its map', () => {
    const found = violationsIn(house).map(({ rule, from, what }) => `${rule}: ${from}: ${what}`)
    assert.deepEqual(found, [])
  })

  test('exports nothing unused: every exported value, and every name at a door, is used elsewhere', () => {
    const elsewhere = ['test', 'web', 'scripts', 'bench', 'bin'].flatMap((folder) => wordsOfFiles(folder))
    const readers = [...[...house.values()].map(({ path, bare }) => ({ path, words: wordsIn(bare) })), ...elsewhere]
    const offered = [...house.values()].flatMap(({ path, bare }) => {
      const room = path.endsWith('/index.ts') ? `${dirname(path)}/` : path
      const values = [...bare.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm)].map(
        ([, name = '']) => name,
      )
      const passedOn = [...bare.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)].flatMap(
        ([, names = '']) => names.match(/\w+(?=\s*(?:,|$))/g) ?? [],
      )
      return [...values, ...passedOn].map((name) => ({ path, room, name }))
    })
    assert.ok(offered.length > 1000, `only ${offered.length} names were recognised`)
    const idle = offered.filter(
      ({ room, name }) => !readers.some(({ path, words }) => !path.startsWith(room) && words.has(name)),
    )
    assert.deepEqual(
      idle.map(({ path, name }) => `${path}: ${name}`),
      [],
    )
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
    const overlooked = compiled.filter(
      ({ path, specifier }) =>
        // JSX is compiled to calls of it; no file names it.
        specifier !== 'preact/jsx-runtime' && house.get(path)?.imports.every((seen) => seen.specifier !== specifier),
    )
    assert.deepEqual(overlooked, [])
  })
})
