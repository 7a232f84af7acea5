// npm run capacity -- --bookings-per-second 20 [--lists-per-second 100] [--months-per-second 200] [--peak 4] [--years
// 5] [--cores 4]
//
// How many machines and how much disk a load takes, computed from what was measured (bench/costs.json). It is a
// calculation: measure before you buy.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from './ready.mjs'

/** Half of the processors stay free: for peaks, upkeep, and the loss of a machine. */
const usable = 0.5
const secondsPerDay = 86_400

/** As many as elect a leader among them. */
const postgresMachines = 3

/** More cores than this are rarely in one machine. */
const largestMachine = 64

/** Cores of services and of PostgreSQL, machines with so many cores each, and gigabytes after so many years. */
export const capacityOf = ({ bookings, lists, months, peak, years, cores }, { cpuMilliseconds, kilobytes }) => {
  const coresOf = (part) =>
    (bookings * cpuMilliseconds.booking[part] +
      lists * cpuMilliseconds.list[part] +
      months * cpuMilliseconds.month[part]) /
    1000 /
    usable
  const lasting = Object.values(kilobytes.lasting).reduce((sum, each) => sum + each, 0)
  const days = years * 365
  const passing = kilobytes.passing.reduce((sum, each) => sum + each.kilobytes * Math.min(each.days, days), 0)
  const perDay = (bookings / peak) * secondsPerDay
  const [serviceCores, postgresCores] = ['service', 'postgres'].map((part) => Math.max(1, Math.ceil(coresOf(part))))
  return {
    serviceCores,
    postgresCores,
    // Two at least: one may fail.
    serviceMachines: Math.max(2, Math.ceil(serviceCores / cores)),
    lastingGigabytes: (perDay * days * lasting) / 1e6,
    passingGigabytes: (perDay * passing) / 1e6,
    meetings: perDay * days,
  }
}

const options = ['bookings-per-second', 'lists-per-second', 'months-per-second', 'peak', 'years', 'cores']

/** Throws a sentence for what cannot be read. */
export const readLoad = (words) => {
  const { values } = parseArgs({
    args: words,
    options: Object.fromEntries(options.map((name) => [name, { type: 'string' }])),
  })
  const numberOf = (name, otherwise) => {
    const value = values[name] === undefined ? otherwise : Number(values[name])
    if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${name} takes a number above 0, as in --${name} 20`)
    return value
  }
  const bookings = numberOf('bookings-per-second')
  return {
    bookings,
    // For each booking, somebody looks at some months, and programs and people at some lists.
    lists: numberOf('lists-per-second', bookings * 5),
    months: numberOf('months-per-second', bookings * 10),
    // People book by day and on workdays: the disk fills by the average, which is lower by this factor.
    peak: numberOf('peak', 4),
    years: numberOf('years', 5),
    // Of one machine.
    cores: numberOf('cores', 4),
  }
}

const machinesIn = ({ serviceCores, postgresCores, serviceMachines }, cores) => {
  const all = serviceCores + postgresCores
  const many = `${serviceMachines} of ${cores} cores for the service and ${postgresMachines} of ${Math.max(cores, postgresCores)} cores for PostgreSQL, of which any may fail`
  return all > largestMachine ? many : `one of ${all} cores for everything; or ${many}`
}

const report = (load, costs) => {
  const { serviceCores, postgresCores, serviceMachines, lastingGigabytes, passingGigabytes, meetings } = capacityOf(
    load,
    costs,
  )
  const sized = (gigabytes) =>
    gigabytes >= 1000 ? `${(gigabytes / 1000).toFixed(1)} TB` : `${Math.max(1, Math.round(gigabytes))} GB`
  const lines = [
    [
      'load',
      `${load.bookings} bookings, ${load.lists} lists and ${load.months} months of open times a second at the busiest time; on average ${load.bookings / load.peak} bookings`,
    ],
    [
      'service',
      `${serviceCores} ${serviceCores === 1 ? 'core' : 'cores'} for serve and work together, on one machine or several`,
    ],
    ['PostgreSQL', `${postgresCores} ${postgresCores === 1 ? 'core' : 'cores'}, on each of the servers that can lead`],
    ['machines', machinesIn({ serviceCores, postgresCores, serviceMachines }, load.cores)],
    [
      'disk',
      `${sized(lastingGigabytes)} after ${load.years} years, and ${sized(passingGigabytes)} of mails and messages that come and go`,
    ],
    [
      'meetings',
      `${Math.round(meetings / 1e6)} million after ${load.years} years${meetings > 1e9 ? ': more than one primary should hold, see docs/scaling.md' : ''}`,
    ],
    ['measured on', costs.measured.machine],
  ]
  for (const [name, text] of lines) console.log(`${name.padEnd(12)}${text}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    report(readLoad(process.argv.slice(2)), JSON.parse(readFileSync(join(root, 'bench', 'costs.json'), 'utf8')))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}
