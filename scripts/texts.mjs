// Writes every English text that people read into one document, to review them in one go: npm run texts, or
// npm run texts -- texts.md. Groups follow the screens, mails, commands and chapters; keys name the place of each text.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './ready.mjs'

const screens = readdirSync(join(root, 'languages/console/en'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -3))

/** The modules are TypeScript and import packages, so they are bundled to a place from where those are found. */
const load = async () => {
  const outfile = join(root, 'dist', `texts-${process.pid}.mjs`)
  const contents = `
    export { routes } from '#app.ts'
    export { listSubjects } from '#cli/catalogue.ts'
    export { helpOn } from '#cli/help.ts'
    export * as problems from '#contract/problem.ts'
    export { reasons } from '#contract/reasons.ts'
    export { describeApi } from '#http/openapi.ts'
    export { exampleLinks } from '#contract/wire.ts'
    export { makeCatalogue } from '#mcp/catalogue.ts'
    export { settings } from '#platform/settings.ts'
    export { english } from './languages/en.ts'
    export { calendarFaults } from './languages/calendar-faults.ts'
    ${screens.map((screen, index) => `export * as screen${index} from './languages/console/en/${screen}.ts'`).join('\n')}`
  await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(outfile)
  }
}

const loaded = await load()

/** `done.created` and its text, for every text below a value. */
const leaves = (value, path = []) => {
  if (typeof value === 'string') return [[path.join('.'), value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}

const listOf = (entries) =>
  entries
    .map(([key, text]) => {
      const lines = text.trim().split('\n')
      return lines.length === 1
        ? `- \`${key}\`: ${text}`
        : [`- \`${key}\`:`, ...lines.map((line) => `  ${line}`)].join('\n')
    })
    .join('\n')

const section = (title, entries) => (entries.length === 0 ? [] : [`### ${title}`, listOf(entries)])

const sourceFiles = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name))
    .sort()

/** What a pattern finds in the files of a folder, each with its file. The text is the first group. */
const found = (folder, pattern) =>
  sourceFiles(folder).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, ...groups]) => [file, groups.find(Boolean)]),
  )

const literal = String.raw`(?:'((?:[^'\\\n]|\\.)+)'|\x60((?:[^\x60\\]|\\.)+)\x60|"((?:[^"\\\n]|\\.)+)")`

/** Strings that read like a sentence: they begin with a capital letter and have a space. */
const sentences =
  /(?<![\w\]])(?:'([A-Z](?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*)'|\x60([A-Z](?:[^\x60\\]|\\.)* (?:[^\x60\\]|\\.)*)\x60|"([A-Z](?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*)")/g

const logged = new RegExp(
  String.raw`\b\w*[lL]og\w*\.(?:trace|debug|info|warn|error|fatal)\((?:[^'"\x60;]*?[,(]\s*)?${literal}`,
  'g',
)

const { commands } = (await loaded.helpOn({ kind: 'everything' })).document
const api = loaded.describeApi(loaded.routes, loaded.exampleLinks, '0')
const tools = loaded.makeCatalogue(loaded.routes, loaded.exampleLinks).shownTo.admins

/** Titles and descriptions of a schema's fields. */
const describedFields = (schema, path = []) => {
  if (schema === null || typeof schema !== 'object') return []
  const own = typeof schema.description === 'string' ? [[path.join('.'), schema.description]] : []
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    describedFields(field, [...path, name]),
  )
  const others = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((field) =>
    describedFields(field, path),
  )
  return [...own, ...inner, ...others]
}

const once = (entries) => [...new Map(entries.map((entry) => [entry.join(' '), entry])).values()]

const chapters = [
  ['Booking pages', section('languages/en.ts, pages', leaves(loaded.english.pages))],
  ['Mails', section('languages/en.ts, mails', leaves(loaded.english.mails))],
  ['Account pages', section('languages/account/en.ts', leaves(loaded.english.account))],
  [
    'Console',
    screens.flatMap((screen, index) =>
      section(
        screen,
        Object.values(loaded[`screen${index}`]).flatMap((texts) => leaves(texts)),
      ),
    ),
  ],
  ['Calendar faults', section('languages/calendar-faults.ts', leaves(loaded.calendarFaults))],
  [
    'Errors of the API',
    [
      ...section('Reasons', leaves(loaded.reasons)),
      ...section(
        'Kinds',
        loaded.problems.problemKinds.map(({ code, title, message }) => [code, `${title}. ${message}`]),
      ),
    ],
  ],
  [
    'API reference',
    [
      ...section('Introduction', [['introduction', api.info.description]]),
      ...section(
        'Chapters',
        api.tags.map(({ name, description }) => [name, description]),
      ),
      ...Object.entries(api.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) => [
          ...section(`${method.toUpperCase()} ${path}`, [
            ['summary', operation.summary],
            ...(operation.description ? [['description', operation.description]] : []),
            ...(operation.parameters ?? [])
              .filter(({ description }) => description)
              .map(({ name, description }) => [name, description]),
            ...once(describedFields(operation.requestBody?.content?.['application/json']?.schema, ['body'])),
          ]),
        ]),
      ),
      ...section(
        'Schemas',
        once(Object.entries(api.components.schemas).flatMap(([name, schema]) => describedFields(schema, [name]))),
      ),
      ...section(
        'Responses',
        Object.entries(api.components.responses).map(([name, { description }]) => [name, description ?? '']),
      ),
      ...section(
        'Headers',
        Object.entries(api.components.headers).map(([name, { description }]) => [name, description ?? '']),
      ),
    ],
  ],
  [
    'AI tools',
    [
      ...tools.flatMap(({ name, title, description, inputSchema }) =>
        section(name, [
          ['title', title],
          ['description', description],
          ...once(describedFields(inputSchema)).filter(([path]) => path !== ''),
        ]),
      ),
      ...section('Texts in src/mcp', found('src/mcp', sentences)),
    ],
  ],
  [
    'Command line',
    [
      ...section(
        'Subjects',
        loaded.listSubjects().map(({ name, summary }) => [name, summary]),
      ),
      ...commands.flatMap(({ name, summary, description, options }) =>
        section(`openslot ${name}`, [
          ['summary', summary],
          ...(description === undefined ? [] : [['description', description]]),
          ...options
            .filter(({ name: option }) => !['json', 'help'].includes(option))
            .map((option) => [`--${option.name}`, option.summary]),
        ]),
      ),
      ...section('Texts in src/cli', found('src/cli', sentences)),
      ...section('Texts in src/process', found('src/process', sentences)),
    ],
  ],
  [
    'Settings',
    section(
      'src/platform/settings.ts',
      Object.entries(loaded.settings).flatMap(([name, setting]) => [
        [name, setting.about],
        [`${name}, format`, [setting.form.words, setting.beside].filter(Boolean).join('; ')],
      ]),
    ),
  ],
  ['Log', section('Messages in src', found('src', logged))],
  [
    'Texts in the source of pages',
    ['src/booking-pages', 'src/console', 'src/demo', 'src/docs-pages', 'src/pages', 'src/ui', 'web'].flatMap((folder) =>
      section(folder, found(folder, sentences)),
    ),
  ],
]

const text = `# Texts\n\n${chapters.map(([title, parts]) => [`## ${title}`, ...parts].join('\n\n')).join('\n\n')}\n`

const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, text)
