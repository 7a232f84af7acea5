// What a person sees of a run.
const paint =
  process.stdout.isTTY && !process.env.NO_COLOR ? (code, text) => `\u001b[${code}m${text}\u001b[0m` : (_, text) => text
const red = (text) => paint(31, text)
const green = (text) => paint(32, text)
const yellow = (text) => paint(33, text)
const faint = (text) => paint(2, text)

export const say = (text) => console.log(text)
export const shout = (text) => console.log(yellow(text))

/** `1 file`, `2 files` */
export const times = (number, noun, plural = 's') => `${number} ${noun}${number === 1 ? '' : plural}`

const count = (outcomes, wanted) => outcomes.filter(({ outcome }) => outcome === wanted).length

export const counted = (outcomes) =>
  `${count(outcomes, 'passed')} passed, ${count(outcomes, 'failed')} failed, ${count(outcomes, 'skipped')} skipped`

const marks = { passed: green('✔'), failed: red('✖'), skipped: yellow('–') }

/**
 * One line for the shard; then its failures in full, with what the process printed. All tests by name when few were
 * asked for.
 */
export const showShard = ({ shard, outcomes, seconds, output }, { everyTest, root }) => {
  const failures = outcomes.filter(({ outcome }) => outcome === 'failed')
  const mark = failures.length > 0 ? marks.failed : marks.passed
  say(`${mark} ${shard.name.padEnd(14)} ${counted(outcomes).padEnd(36)} ${seconds.toFixed(1)} s`)
  if (everyTest)
    for (const { outcome, name, milliseconds } of outcomes)
      say(`    ${marks[outcome]} ${name} ${faint(`${Math.round(milliseconds)} ms`)}`)
  for (const { name, file, error } of failures) {
    say(`\n  ${red(`✖ ${name}`)} ${faint(`${file} on ${shard.name}`)}`)
    say(indented(withoutRoot(error ?? 'It failed and did not say why.', root)))
  }
  if ((failures.length > 0 || everyTest) && output.trim())
    say(`\n${faint(`  printed by ${shard.name}:`)}\n${indented(withoutRoot(lastLines(output), root))}`)
  if (failures.length > 0) say('')
}

const maxPrintedLines = 80
const lastLines = (text) => text.trimEnd().split('\n').slice(-maxPrintedLines).join('\n')
const indented = (text) =>
  text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
const withoutRoot = (text, root) => text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '')

export const showSlowest = (outcomes) => {
  const slowest = outcomes
    .filter(({ outcome, file }) => outcome !== 'skipped' && file)
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, 10)
  if (slowest.length > 0) say('\nThe slowest tests:')
  for (const { name, file, milliseconds, on } of slowest)
    say(`  ${(milliseconds / 1000).toFixed(2).padStart(6)} s  ${name} ${faint(`${file} on ${on}`)}`)
}

/** What to look at when a run takes too long, and what `// seconds:` at the top of a file should say. */
export const showDearest = (costs) => {
  if (costs.length > 0) say('\nThe dearest files (seconds, of them on a processor; here and in processes that ended):')
  const dearest = [...costs]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, Number(process.env.OPENSLOT_TEST_DEAREST ?? 15))
  for (const { file, seconds, cpuSeconds, on } of dearest)
    say(`  ${seconds.toFixed(1).padStart(6)} s ${cpuSeconds.toFixed(1).padStart(6)} s  ${file} ${faint(`on ${on}`)}`)
}
