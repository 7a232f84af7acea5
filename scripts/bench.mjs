// npm run bench [-- --json] [-- --strict] [-- --rounds=25] [-- --seconds=0.6]
//
// How fast, how large, how soon: our service beside a bare server on one real PostgreSQL (the server that DATABASE_URL names,
// or a throw-away one), in one run. Figures are shown, and judged only with --strict: a slow machine is no fault of the code.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { countPackages } from '../bench/packages.mjs'
import { runForJson } from '../bench/processes.mjs'
import { isGood, reportOf } from '../bench/report.mjs'
import { connections, measureSpeed } from '../bench/speed.mjs'
import { embeddedSettings, measureStarts } from '../bench/starts.mjs'
import { ensureBundle, ensurePackages } from './ready.mjs'
import { makeFolders } from './test/folders.mjs'
import { lackOf } from './test/requirements.mjs'

const known = ['--json', '--strict', '--rounds', '--seconds']
const flags = new Map(process.argv.slice(2).map((word) => word.split('=')))
const unknown = [...flags.keys()].find((flag) => !known.includes(flag))
if (unknown) {
  console.error(`There is no option ${unknown}. Known are: ${known.join(', ')}`)
  process.exit(2)
}
const lack = lackOf('postgres')
if (lack) {
  console.error(`The bench needs PostgreSQL, and ${lack}.`)
  process.exit(2)
}

// Many short rounds: what the machine does beside them then hits all that is compared, and not one of them.
const rounds = Number(flags.get('--rounds') ?? 25)
const seconds = Number(flags.get('--seconds') ?? 0.6)
if (!(rounds >= 1 && seconds > 0)) {
  console.error('--rounds and --seconds take a number each, as in --rounds=25 --seconds=0.6')
  process.exit(2)
}
const say = (text) => console.error(text)

const endings = []
const atEnd = (ending) => endings.push(ending)
const endAll = async () => {
  for (const ending of endings.splice(0).reverse()) await ending().catch((error) => console.error('While cleaning up:', error))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    await endAll()
    process.exit(130)
  })
}

const measure = async () => {
  const { run, data } = makeFolders(atEnd)
  const { bundle } = await import('./test/bundle.mjs')
  const { startPostgres } = await import('./test/postgres.mjs')
  const bundleOf = await bundle(['bench/fill.ts', 'bench/verification.ts', 'bench/slots.ts'], run)
  const postgres = await startPostgres(join(data, 'postgres'), atEnd)
  const databaseUrl = await postgres.createDatabase('bench')
  const dataFolder = join(data, 'service')
  mkdirSync(dataFolder, { mode: 0o700 })

  say(`Speed, about ${Math.ceil((rounds * seconds * 7 + 60) / 60)} minutes …`)
  const programs = { fill: bundleOf('bench/fill.ts'), verification: bundleOf('bench/verification.ts') }
  const speed = await measureSpeed({ databaseUrl, dataFolder, programs, rounds, milliseconds: seconds * 1000, atEnd })
  say('The slot engine …')
  const slots = await runForJson(bundleOf('bench/slots.ts'), {})
  say('Starts and memory, about two minutes …')
  const starts = [
    await measureStarts('embedded database', embeddedSettings(data), { readySeconds: 3, idleMegabytes: 250 }, atEnd),
    await measureStarts('PostgreSQL', speed.settings, { readySeconds: 1.5, idleMegabytes: 150 }, atEnd),
  ]
  const conditions = { connections, rounds, seconds, node: process.versions.node, postgres: speed.postgres }
  return {
    conditions,
    speed: { pairs: speed.pairs, openTimes: speed.openTimes, worstTimes: speed.worstTimes, verification: speed.verification },
    slots,
    starts,
    packages: countPackages(),
  }
}

ensurePackages()
await ensureBundle()
try {
  const figures = await measure()
  console.log(flags.has('--json') ? JSON.stringify(figures, undefined, 2) : `\n${reportOf(figures)}`)
  if (flags.has('--strict') && !isGood(figures)) process.exitCode = 1
} finally {
  await endAll()
}
