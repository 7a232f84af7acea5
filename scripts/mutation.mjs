// Whether the unit tests notice a fault: npm run mutation [-- src/availability/slots.ts …]. Stryker changes one thing
// at a time in a pure file and runs the tests beside it. A script of its own, with packages of its own
// (test/tools/mutation). Without files: all of the pure ones below.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './ready.mjs'

/** The pure files of bookings, availability, authorization, tokens and calendars that have tests beside them. */
const pure = [
  ...['src/availability/dates.ts', 'src/availability/rule.ts', 'src/availability/slots.ts'],
  ...[
    'src/bookings/answers.ts',
    'src/bookings/booking.ts',
    'src/bookings/invitee.ts',
    'src/bookings/phone-number.ts',
    'src/bookings/place.ts',
  ],
  ...['src/contract/scopes.ts', 'src/oauth/redirect-uri.ts', 'src/oauth/scope-request.ts', 'src/oauth/token.ts'],
  ...[
    'src/calendars/busy-times.ts',
    'src/calendars/icalendar/expand-rule.ts',
    'src/calendars/icalendar/occurrences.ts',
    'src/calendars/icalendar/reader.ts',
  ],
]

const wanted = process.argv.slice(2)
const files = wanted.length > 0 ? wanted : pure
const besideIt = (file) => file.replace(/\.ts$/, '.test.ts')
/** Tests of a file that stand under another name, beside it. */
const furtherTests = {
  'src/bookings/booking.ts': ['src/bookings/offered.test.ts'],
  'src/calendars/icalendar/occurrences.ts': ['src/calendars/icalendar/busy-spans.test.ts'],
}
const testsOf = (file) => [besideIt(file), ...(furtherTests[file] ?? [])].filter((test) => existsSync(join(root, test)))
const odd = files.find((file) => !existsSync(join(root, file)) || testsOf(file).length === 0)
if (odd) {
  console.error(`There is no ${odd} with a test beside it.`)
  process.exit(2)
}

const tools = join(root, 'test/tools/mutation')
if (!existsSync(join(tools, 'node_modules'))) {
  const installed = spawnSync('npm', ['ci', '--prefix', tools, '--no-audit', '--no-fund'], { stdio: 'inherit' })
  if (installed.status !== 0) process.exit(1)
}

// Of this run alone: Stryker empties its folder when it ends.
const folder = join('dist/mutation', String(process.pid))
mkdirSync(join(root, folder), { recursive: true })
process.once('exit', () => rmSync(join(root, folder), { recursive: true, force: true }))
const scores = []
for (const file of files) {
  const report = join(root, folder, 'report.json')
  rmSync(report, { force: true })
  const settings = {
    testRunner: 'one-process',
    plugins: [join(tools, 'runner.mjs')],
    buildCommand: `node test/tools/mutation/compile.mjs dist/unit/tests.mjs ${testsOf(file).join(' ')}`,
    mutate: [file],
    coverageAnalysis: 'all',
    concurrency: availableParallelism(),
    timeoutMS: 20_000,
    tempDirName: join(folder, 'sandbox'),
    // Only what the tests read is copied for each process.
    ignorePatterns: [
      '**',
      '!src/**',
      '!test/support/**',
      '!languages/**',
      '!web/**',
      '!test/tools/mutation/*.mjs',
      '!package.json',
      '!tsconfig.json',
    ],
    reporters: ['clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: report },
    checkers: [],
    // The compiler of this version has no interface for it.
    tsconfigFile: 'none.json',
    allowEmpty: false,
  }
  const place = join(root, folder, 'stryker.json')
  writeFileSync(place, JSON.stringify(settings))
  const ran = spawnSync(
    process.execPath,
    [join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', place],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, OPENSLOT_TEST_MUTATION: 'on' },
    },
  )
  if (ran.status !== 0 || !existsSync(report)) process.exit(ran.status || 1)
  const mutants = Object.values(JSON.parse(readFileSync(report, 'utf8')).files).flatMap((one) => one.mutants)
  const countOf = (...states) => mutants.filter(({ status }) => states.includes(status)).length
  const noticed = countOf('Killed', 'Timeout')
  scores.push({ file, noticed, all: noticed + countOf('Survived', 'NoCoverage') })
}

console.log('\nFaults that the tests noticed:')
const line = ({ file, noticed, all }) =>
  `  ${file.padEnd(44)} ${all === 0 ? '–' : `${((100 * noticed) / all).toFixed(1)} %`}  ${noticed} of ${all}`
for (const score of scores) console.log(line(score))
console.log(
  line({
    file: 'total',
    noticed: scores.reduce((sum, one) => sum + one.noticed, 0),
    all: scores.reduce((sum, one) => sum + one.all, 0),
  }),
)
