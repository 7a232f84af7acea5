import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '#platform/config.ts'
import { packageRoot } from '#platform/root.ts'
import { settings } from '#platform/settings.ts'
import { rooms } from '../../architecture.mjs'

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')
const exists = (path: string): boolean => existsSync(join(packageRoot, path))

const documentsIn = (folder: string): string[] =>
  readdirSync(join(packageRoot, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`))

const guides = [...documentsIn('.'), ...documentsIn('docs')]
// A record is a document of its time, so the names in it may be outdated; its links are checked like all others.
const records = documentsIn('docs/decisions')

test('the documents are there to be read', () => {
  for (const wanted of [
    'README.md',
    'STYLE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'docs/architecture.md',
    'docs/api-design.md',
    'docs/dependencies.md',
  ]) {
    assert.ok(guides.includes(wanted), `${wanted} is missing`)
    assert.ok(read(wanted).length > 500, `${wanted} is empty`)
  }
  assert.ok(records.length > 10, `only ${records.length} decision records were found`)
})

/** Without fenced blocks, whose backticks and brackets mean something else. */
const proseOf = (text: string): string => text.replaceAll(/^```.*?^```/gms, '')

const inlineCode = (text: string): string[] => [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

const ourFolders = new Set(
  readdirSync(packageRoot, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
)
const ourExtension = /\.(ts|mjs|md|sql)$/

/** `src/app.ts`, `#contract/page.ts`, `scripts/test/`, `STYLE.md`. Not a URL, not a placeholder, not user data. */
const asRepositoryPath = (code: string): string | undefined => {
  if (!/^[#\w.-]+(\/[\w.-]+)*\/?$/.test(code)) return undefined
  if (code.startsWith('#')) return code.replace('#', 'src/')
  const [first = ''] = code.split('/')
  if (code.includes('/')) return ourFolders.has(first) || ourExtension.test(code) ? code : undefined
  return /\.(md|mjs)$/.test(code) ? code : undefined
}

describe('what a document names', () => {
  test('every file and folder in backticks exists', () => {
    const paths = guides.flatMap((document) =>
      inlineCode(read(document))
        .flatMap((code) => asRepositoryPath(code) ?? [])
        .map((path) => ({ document, path })),
    )
    assert.ok(paths.length > 50, `only ${paths.length} paths were recognised`)
    assert.deepEqual(
      paths.filter(({ path }) => !exists(path)).map(({ document, path }) => `${document} names ${path}`),
      [],
    )
  })

  test('every relative link leads somewhere, and to a heading that is there', () => {
    const links = [...guides, ...records].flatMap((document) =>
      [...proseOf(read(document)).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = '']) => ({ document, target }))
        .filter(({ target }) => !/^[a-z]+:/.test(target)),
    )
    assert.ok(links.length > 20, `only ${links.length} links were recognised`)
    assert.deepEqual(
      links
        .filter(({ document, target }) => !leadsSomewhere(document, target))
        .map(({ document, target }) => `${document} links to ${target}`),
      [],
    )
  })

  test('every name of ours in the architecture guide is in the source', () => {
    const names = inlineCode(read('docs/architecture.md')).filter((code) =>
      /^[a-z]+[A-Z]\w*$|^[A-Z][a-z]+[A-Z]\w*$/.test(code),
    )
    const source = sourceFiles().map(read).join('\n')
    assert.ok(names.length > 20, `only ${names.length} names were recognised`)
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(source)),
      [],
    )
  })

  test('a name that a document places in a file is in that file', () => {
    const places = guides.flatMap((document) =>
      [...proseOf(read(document)).matchAll(/`(\w+)`,? in\s+`((?:src|test)\/[\w./-]+\.ts)`/g)].map(
        ([, name = '', file = '']) => ({ document, name, file }),
      ),
    )
    assert.ok(places.length > 20, `only ${places.length} places were recognised`)
    assert.deepEqual(
      places
        .filter(({ name, file }) => !new RegExp(`\\b${name}\\b`).test(read(file)))
        .map(({ document, name, file }) => `${document}: ${name} is not in ${file}`),
      [],
    )
  })

  test('every quotation of a source file equals the file', () => {
    const quotations = guides.flatMap((document) =>
      [...read(document).matchAll(/^```ts\n\/\/ ((?:src|test)\/\S+)\n(.*?)^```/gms)].map(
        ([, file = '', code = '']) => ({ document, file, code }),
      ),
    )
    assert.ok(quotations.length > 8, `only ${quotations.length} quotations were recognised`)
    assert.deepEqual(
      quotations.flatMap(({ document, file, code }) =>
        differences(file, code).map((line) => `${document}: ${file} has no line "${line}" there`),
      ),
      [],
    )
  })
})

const leadsSomewhere = (document: string, target: string): boolean => {
  const [path = '', anchor] = target.split('#', 2)
  const file = path === '' ? document : normalize(join(dirname(document), path))
  if (!exists(file)) return false
  return anchor === undefined || headingsOf(read(file)).includes(anchor)
}

const headingsOf = (text: string): string[] =>
  [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

const sourceFiles = (): string[] =>
  readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name))

/**
 * The lines of a quotation are in the file one after the other. Indentation and blank lines may differ, and `…` leaves
 * lines out.
 */
const differences = (file: string, code: string): string[] => {
  if (!exists(file)) return [`(there is no ${file})`]
  const lines = linesOf(read(file))
  let at = 0
  let leftOut = true
  for (const wanted of linesOf(code)) {
    if (wanted === '…') {
      leftOut = true
      continue
    }
    const found = leftOut ? lines.indexOf(wanted, at) : lines[at] === wanted ? at : -1
    if (found < 0) return [wanted]
    at = found + 1
    leftOut = false
  }
  return []
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The rows of the tables below a heading, as their cells. */
const rowsBelow = (text: string, heading: string): string[][] => {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  return [...(section.split(/^## /m)[0] ?? '').matchAll(/^\| (.+) \|$/gm)]
    .map(([, cells = '']) => cells.split(' | '))
    .slice(1)
}

const codeIn = (cell: string | undefined): string => /`([^`]+)`/.exec(cell ?? '')?.[1] ?? ''

describe('what a document promises to list', () => {
  test('every room is on the map of the README, in the order of the map that the source is held to', () => {
    const listed = [...read('README.md').matchAll(/^src\/([\w-]+)\/ /gm)].map(([, room]) => room)
    assert.deepEqual(listed, rooms)
  })

  test('the README leads to every guide', () => {
    const named = [...read('README.md').matchAll(/\]\(((?:docs\/)?[\w-]+\.md)\)/g)].map(([, path]) => path)
    assert.deepEqual(
      guides.filter((guide) => guide !== 'README.md' && !named.includes(guide)),
      [],
    )
  })

  // The list of commands is made from the source, and `npm run check` holds it to that.
  test('every command that a document shows is one, with options that it has', () => {
    const chapters = read('docs/commands.md').split(/^##+ /m).slice(1)
    const optionsOf = new Map(
      chapters.map((chapter) => [
        chapter.split('\n')[0] ?? '',
        ['--json', '--help', ...(chapter.match(/--[a-z][a-z-]*/g) ?? [])],
      ]),
    )
    const shown = guides
      .filter((guide) => guide !== 'docs/commands.md')
      .flatMap((document) =>
        [...read(document).matchAll(/(?:^|`)(?:\w+=\S+ )*(?:openslot|npm run openslot --) ([a-z][^\n`#|]*)/gm)].map(
          ([, words = '']) => ({ document, words }),
        ),
      )
    const isRight = (words: string): boolean => {
      const [subject = '', verb] = words.trim().split(/[\s,]+/)
      const options = optionsOf.get(`${subject} ${verb}`) ?? optionsOf.get(subject)
      return (
        options !== undefined &&
        (words.match(/(?<= )--[a-z][a-z-]*/g) ?? []).every((option) => options.includes(option))
      )
    }
    assert.ok(shown.length > 40, `only ${shown.length} commands were recognised`)
    assert.deepEqual(
      shown.filter(({ words }) => !isRight(words)).map(({ document, words }) => `${document}: openslot ${words}`),
      [],
    )
  })

  // The reference is made of what is described, and `npm run check` holds it to that.
  test('every setting that is described is read, and no other', () => {
    const asked = new Set<string>()
    readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }))
    assert.deepEqual([...asked].sort(), Object.keys(settings).sort())
  })

  test('every dependency has its line, with its licence, and no other has one', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      'dependencies' | 'devDependencies',
      object
    >
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { license: string; dev?: boolean }>
    }
    const licenced = (names: object) =>
      Object.keys(names)
        .sort()
        .map((name) => [name, packages[`node_modules/${name}`]?.license])
    const listed = (heading: string) =>
      rowsBelow(read('docs/dependencies.md'), heading)
        .map(([name, licence]) => [codeIn(name), licence])
        .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
    assert.deepEqual(listed('Production'), licenced(dependencies))
    assert.deepEqual(listed('Development'), licenced(devDependencies))
  })

  test('the number of production packages is the one the lockfile has', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
    const count = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev).length
    assert.match(read('docs/dependencies.md'), new RegExp(`\\*\\*${count} production packages\\*\\*`))
  })

  test('every choice in the design of the API names the test that holds it', () => {
    const rows = [...read('docs/api-design.md').matchAll(/^\| .+ \|$/gm)]
      .map(([row]) => row)
      .filter((row) => !/^\| (Choice|---|-)/.test(row))
    assert.ok(rows.length > 30, `only ${rows.length} choices were recognised`)
    assert.deepEqual(
      rows.filter((row) => !/`(test|src)\/[\w./-]+\.test\.ts`/.test(row)),
      [],
    )
  })

  test('every decision record is in the list of records', () => {
    const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(
      ([, name]) => `docs/decisions/${name}`,
    )
    assert.deepEqual(listed.sort(), records.filter((record) => /\/\d{4}-/.test(record)).sort())
  })
})
