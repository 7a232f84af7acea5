// How many lines of src/ the tests run: npm run coverage [-- part of a path …, --long]. The tests run as with `npm
// test`, and V8 counts. A line counts as run when some of it did, in any process of the tests; the services that tests
// start included.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './ready.mjs'

const folder = mkdtempSync(join(tmpdir(), 'openslot-coverage-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const run = spawn(process.execPath, ['scripts/test.mjs', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // Counting makes everything slower.
  env: { ...process.env, NODE_V8_COVERAGE: folder, OPENSLOT_TEST_MINUTES: process.env.OPENSLOT_TEST_MINUTES ?? '120' },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill(signal))
const code = await new Promise((done) => run.once('close', (status) => done(status ?? 1)))

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const digitValues = new Map([...digits].map((digit, value) => [digit, value]))

/** The numbers of a segment of a source map: base 64, five bits each, the sign in the lowest. */
const numbersIn = (segment) => {
  const numbers = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = digitValues.get(digit)
    value += (bits & 31) << shift
    if (bits & 32) shift += 5
    else {
      numbers.push(value & 1 ? -(value >> 1) : value >> 1)
      value = 0
      shift = 0
    }
  }
  return numbers
}

/** Per offset: whether it ran. Inner blocks come after those around them. */
const paint = (functions, length) => {
  const ran = new Uint8Array(length)
  const sizeOf = ({ ranges: [{ startOffset, endOffset }] }) => endOffset - startOffset
  for (const { ranges } of [...functions].sort((one, other) => sizeOf(other) - sizeOf(one)))
    for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return ran
}

/** Source file → line → whether it ran. */
const lines = new Map()

const take = ({ url, functions }, { lineLengths, data }) => {
  const sources = data.sources.map((source) => relative(root, fileURLToPath(new URL(source, url))))
  if (!sources.some((source) => source.startsWith('src/'))) return
  const ran = paint(
    functions,
    lineLengths.reduce((sum, length) => sum + length + 1, 0),
  )
  let offset = 0
  let [source, line] = [0, 0]
  for (const [index, text] of data.mappings.split(';').entries()) {
    let column = 0
    for (const segment of text === '' ? [] : text.split(',')) {
      const [columns, sourcesOn, linesOn] = numbersIn(segment)
      column += columns
      if (sourcesOn === undefined) continue
      source += sourcesOn
      line += linesOn
      const file = sources[source]
      if (!file?.startsWith('src/') || file.endsWith('.json')) continue
      if (!lines.has(file)) lines.set(file, new Map())
      const known = lines.get(file)
      known.set(line, known.get(line) || ran[offset + column] === 1)
    }
    offset += (lineLengths[index] ?? 0) + 1
  }
}

for (const name of readdirSync(folder)) {
  const { result, 'source-map-cache': maps = {} } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  for (const script of result) if (maps[script.url]?.data) take(script, maps[script.url])
}

const rooms = new Map()
const count = (name, file) => {
  const own = [...(lines.get(file)?.values() ?? [])]
  const before = rooms.get(name) ?? { ran: 0, all: 0 }
  rooms.set(name, { ran: before.ran + own.filter(Boolean).length, all: before.all + own.length })
}
const isSource = (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')
const files = readdirSync(join(root, 'src'), { recursive: true }).map(String).filter(isSource)
for (const file of files) {
  count(file.includes('/') ? (file.split('/')[0] ?? '') : '(wiring)', join('src', file))
  count('total', join('src', file))
}
const unseen = files.filter((file) => !lines.has(join('src', file)))

const shown = ({ ran, all }) =>
  `${all === 0 ? '   –  ' : `${((100 * ran) / all).toFixed(1).padStart(5)} %`}  ${String(ran).padStart(6)} of ${all}`
console.log('\nLines of src/ that ran:')
for (const [name, counts] of [...rooms].sort(
  ([one], [other]) => Number(one === 'total') - Number(other === 'total') || one.localeCompare(other),
))
  console.log(`  ${name.padEnd(16)} ${shown(counts)}`)
console.log(`${unseen.length} files were not loaded by these tests, or hold types alone; they are not in the figures.`)
process.exit(code)
