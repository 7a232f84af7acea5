// Writes the documents that follow from the code: npm run docs. With --check it only tells whether they are up to date.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { domain } from '../architecture.mjs'
import { plotOf } from '../bench/plot.mjs'
import { documentOf, picture, readResults } from '../bench/results.mjs'
import { root } from './ready.mjs'

/** The source is TypeScript and asks for packages, so it is bundled to a place from where they are found. */
const load = async () => {
  const outfile = join(root, 'dist', `docs-${process.pid}.mjs`)
  const contents = `
    export { routes } from '#app.ts'
    export { listSubjects } from '#cli/catalogue.ts'
    export { helpOn } from '#cli/help.ts'
    export * as problems from '#contract/problem.ts'
    export { reasons } from '#contract/reasons.ts'
    export { routeOf } from '#execution/route-table.ts'
    export { settings } from '#platform/settings.ts'`
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

const { helpOn, listSubjects, problems, reasons, routes, routeOf, settings } = await load()

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const code = (text) => `\`${text}\``

/** The addresses that name a refusal as their own. */
const addressesOf = (kind) =>
  Object.entries(routes)
    .filter(([, entry]) => routeOf(entry).operation.problems?.includes(kind))
    .map(([address]) => address.replaceAll(/:(\w+)/g, '{$1}'))

const kinds = [...problems.problemKinds].sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
const common = new Set(Object.values(problems))
const everywhere = kinds.filter((kind) => common.has(kind))
const own = kinds.filter((kind) => !common.has(kind))

/** Where a reason is used: the rooms whose source names its code. */
const roomsOf = new Map(Object.keys(reasons).map((reason) => [reason, new Set()]))
for (const room of [...domain, 'contract', 'http', 'mcp']) {
  for (const name of readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name === 'reasons.ts') continue
    for (const [, word] of readFileSync(join(root, 'src', room, name), 'utf8').matchAll(/'([a-z_]+)'/g))
      roomsOf.get(word)?.add(room === 'contract' || room === 'http' ? 'every request' : room)
  }
}

/** The texts of reasons with `…` for values, each with the rooms that use it. */
const reasonRows = () => {
  const rows = new Map()
  for (const [reason, text] of Object.entries(reasons)) {
    const shown = text.replaceAll(/\{\w+\}/g, '…')
    const rooms = roomsOf.get(reason)
    if (!/[a-z]/.test(shown) || rooms.size === 0) continue
    rows.set(shown, new Set([...(rows.get(shown) ?? []), ...rooms]))
  }
  return [...rows]
    .sort(([one], [other]) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
    .map(([text, rooms]) => [text, rooms.has('every request') ? 'every request' : [...rooms].sort().join(', ')])
}

const errors = `# Errors

Made from the source by \`npm run docs\`. Do not edit.

An error has a status, a \`title\`, and a \`message\`; most 400s also have \`details\`, each with the \`parameter\` that is wrong and a \`message\` about it. The codes in the first column are for this documentation only: they are not sent and never change.

## At every endpoint

${table(
  ['Code', 'Status', 'Title', 'Message'],
  everywhere.map(({ code: name, status, title, message }) => [code(name), status, title, message]),
)}

## At some endpoints

${table(
  ['Code', 'Status', 'Title', 'Message', 'Where'],
  own.map((kind) => [code(kind.code), kind.status, kind.title, kind.message, addressesOf(kind).map(code).join(', ')]),
)}

## Messages and details

Instead of the message of \`permission_denied\`, or in the \`details\` of \`invalid_argument\`, where the text follows the name of the parameter. \`…\` stands for a value.

${table(['Message', 'About'], reasonRows())}
`

const { commands } = (await helpOn({ kind: 'everything' })).document

/** `--json` and `--help` are everybody's, and said once at the top. */
const optionsOf = ({ options }) => options.filter(({ name }) => !['json', 'help'].includes(name))

const needsAnother = { init: 'on an empty database', migrate: 'on an empty database' }
const cannotRun = {
  ...Object.fromEntries(['start', 'serve', 'work'].map((name) => [name, 'it keeps running until it is stopped'])),
  'calendar connect': 'it needs an account on a server elsewhere',
  'calendar password': 'it needs an account on a server elsewhere',
  'import calendly': 'it needs an account elsewhere',
  'import ics': 'it needs a calendar of yours',
  health: 'it needs the settings of the service',
  'import calcom': 'it needs a database elsewhere',
  'import openslot': 'it needs an empty installation; test/long/contract/imports/openslot.test.ts reads one',
  move: 'it needs a service that is stopped, and an empty PostgreSQL; test/long/postgres/command-line/move.test.ts moves',
  restore: 'it needs a service that is stopped; test/long/contract/backup.test.ts restores',
  'conference connect': 'it needs a service of your own',
  'payment connect': 'it needs a service of your own',
  'payment connect-stripe': 'it needs an account at Stripe',
  'payment connect-paypal': 'it needs an account at PayPal',
}

/** How the test that runs every snippet of the documents treats an example. */
const markOf = ({ name, example }) => {
  const reason = cannotRun[name] ?? (/ (ID|CODE)\b/.test(example) ? 'put in one of yours' : undefined)
  if (reason !== undefined) return `<!-- not run: ${reason} -->\n`
  return needsAnother[name] === undefined ? '' : `<!-- ${needsAnother[name]} -->\n`
}

const describeCommand = (command) =>
  [
    `${command.name.includes(' ') ? '###' : '##'} ${command.name}`,
    `${command.summary}.${command.description === undefined ? '' : ` ${command.description}`}`,
    ...(optionsOf(command).length === 0
      ? []
      : [
          table(
            ['Option', ''],
            optionsOf(command).map(({ name, value, summary, required, choices }) => [
              code(`--${name}${value === undefined ? '' : ` ${value}`}`),
              [summary, choices && `(${choices.join(', ')})`, required && '**required**'].filter(Boolean).join(' '),
            ]),
          ),
        ]),
    `${markOf(command)}\`\`\`sh\n${command.example.replace(/^openslot/, 'npm run openslot --')}\n\`\`\``,
  ].join('\n\n')

const isOf = (subject) => (command) => command.name.split(' ')[0] === subject

const commandLine = `# The command line

Made from the source by \`npm run docs\`. Do not edit.

In text, \`openslot doctor\` is short for \`npm run openslot -- doctor\`. The examples run on the demo (\`npm start -- --demo\`) as they are, one after the other. Every command takes \`--help\`, and \`--json\` to print one JSON document, even for errors. Without \`--json\`, an error is a line that starts with \`error:\`, followed by a line that starts with \`try:\` if another command helps. The exit code is 0, 1 if the command was refused, and 2 if its arguments were invalid. [Operating Openslot](operations.md) explains when to use which command.

${listSubjects()
  .map(({ name, summary }) => `- [${name}](#${name}): ${summary}`)
  .join('\n')}

${listSubjects()
  .flatMap(({ name, summary }) => {
    const chapter = commands.filter(isOf(name))
    return chapter.some((command) => command.name === name)
      ? chapter.map(describeCommand)
      : [`## ${name}`, `${summary}.`, ...chapter.map(describeCommand)]
  })
  .join('\n\n')}
`

const described = Object.entries(settings).map(([name, setting]) => ({ name, ...setting }))
const chapters = [...new Set(described.map(({ chapter }) => chapter))]

const ifLeftOut = ({ byDefault, otherwise }) => (byDefault === undefined ? otherwise : code(byDefault))

const aboutSetting = ({ about, guide }, folder) => (guide === undefined ? about : `${about} ([how](${folder}${guide}))`)

/** What concerns several settings, below the table of their chapter. */
const notes = {
  Data: ['For TLS to PostgreSQL and Redis and for private certificate authorities, see [TLS](operations.md#tls).'],
  'Public addresses': [
    "Give each address the root of a host. A path is accepted and becomes part of the URIs in API responses, but pages don't work below it ([why](operations.md#behind-a-proxy)).",
  ],
  'Secrets and networks': [
    'By default, the service sends requests to public addresses only, by HTTPS, on port 443 or a port from 1024. `OPENSLOT_OUTBOUND_ALLOW` adds networks for every request to an address that people enter: webhooks, calendar servers and feeds, imports over an API, and client documents of OAuth apps. In these networks, plain HTTP and every port work ([more](operations.md#webhooks-and-background-work)).',
  ],
}

const settingsReference = `# Settings

Made from the source by \`npm run docs\`. Do not edit.

Set them as environment variables; the service and its commands read them once, at startup. An empty value counts as unset, except for \`OPENSLOT_SECRET\`, where it is refused. If a value is invalid, Openslot doesn't start, and the error says which format it needs. \`openslot doctor\` and the log name variables that begin with \`OPENSLOT_\` and aren't listed here.

${chapters
  .map(
    (chapter) =>
      `- [${chapter}](#${chapter
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')})`,
  )
  .join('\n')}

${chapters
  .map((chapter) => {
    const rows = described
      .filter((setting) => setting.chapter === chapter)
      .map((setting) => [
        code(setting.name),
        aboutSetting(setting, ''),
        ifLeftOut(setting),
        [setting.form.words, setting.beside].filter(Boolean).join('; '),
        code(setting.example),
      ])
    return [
      `## ${chapter}`,
      table(['Setting', 'Purpose', 'Default', 'Format', 'Example'], rows),
      ...(notes[chapter] ?? []),
    ].join('\n\n')
  })
  .join('\n\n')}
`

const firstSettings = table(
  ['Setting', 'If left out', ''],
  described
    .filter(({ isShownFirst }) => isShownFirst)
    .map((setting) => [code(setting.name), ifLeftOut(setting), aboutSetting(setting, 'docs/')]),
)

/** A document that people write, with a part in it that follows from the code. */
const between = (path, mark, text) => {
  const [begin, end] = [`<!-- ${mark}: made by npm run docs -->`, `<!-- end of ${mark} -->`]
  const whole = readFileSync(join(root, path), 'utf8')
  const [before, rest] = whole.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined)
    throw new Error(`${path} has no place for ${mark}: it must have the lines ${begin} and ${end}`)
  return `${before}${begin}\n\n${text}\n\n${end}${after}`
}

const results = readResults()

const documents = {
  'docs/errors.md': errors,
  'docs/commands.md': commandLine,
  'docs/settings.md': settingsReference,
  'README.md': between('README.md', 'settings', firstSettings),
  // Of what the bench has kept.
  'docs/performance.md': between('docs/performance.md', 'results', documentOf(results)),
  ...(results && { [picture]: plotOf(results) }),
}

for (const [path, text] of Object.entries(documents)) {
  const file = join(root, path)
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is not what the source says. Run: npm run docs`)
    process.exitCode = 1
  }
}
