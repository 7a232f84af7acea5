// node scripts/bench-commits.mjs --before=FOLDER --now=FOLDER [--rounds=20] [--only=speed,bookings]
//
// The bench of two working copies of the project in turn, so that whatever else the machine does hits both alike: the median of the ratios of
// each round, for every figure that both have. Each copy needs `npm ci`. A round takes minutes, and the machine should do nothing else.
import { spawnSync } from 'node:child_process'
import { median } from '../bench/rounds.mjs'

const flags = new Map(process.argv.slice(2).map((word) => word.split('=')))
const [before, now] = [flags.get('--before'), flags.get('--now')]
const rounds = Number(flags.get('--rounds') ?? 20)
if (!before || !now || !(rounds >= 1)) {
  console.error('Usage: node scripts/bench-commits.mjs --before=FOLDER --now=FOLDER [--rounds=20] [--only=speed,bookings]')
  process.exit(2)
}

/** Figures by where they stand: `speed.pairs.0.ours.perCpuSecond`. */
const ratesIn = (value, path = []) => {
  if (typeof value === 'number') return /^per(?:Cpu)?Second$/.test(path.at(-1)) ? [[path.join('.'), value]] : []
  return value === null || typeof value !== 'object' ? [] : Object.entries(value).flatMap(([name, part]) => ratesIn(part, [...path, name]))
}

const measure = (folder) => {
  const asked = ['--json', '--rounds=1', '--seconds=2', `--only=${flags.get('--only') ?? 'speed,bookings'}`]
  const { status, stdout } = spawnSync('npm', ['run', '--silent', 'bench', '--', ...asked], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`The bench failed in ${folder}.`)
  return new Map(ratesIn(JSON.parse(stdout)))
}

const ratios = new Map()
for (let round = 1; round <= rounds; round += 1) {
  // Every other round goes the other way round.
  const [first, second] = round % 2 === 0 ? [now, before] : [before, now]
  const figures = new Map([first, second].map((folder) => [folder, measure(folder)]))
  for (const [name, rate] of figures.get(now)) {
    const old = figures.get(before).get(name)
    if (old) ratios.set(name, [...(ratios.get(name) ?? []), rate / old])
  }
  console.error(`round ${round} of ${rounds}`)
}
if (ratios.size === 0) throw new Error('The two have no figure in common.')
for (const [name, values] of ratios) console.log(`${median(values).toFixed(3)}  ${name}, now beside before, median of ${values.length}`)
