// Which tests there are, what each runs on, and how they are spread over processes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ready.mjs'

/** What a kind of test needs from the machine, and the databases it runs on: once on each. */
const kinds = {
  pure: { needs: [], on: ['none'] },
  contract: { needs: [], on: ['postgres'] },
  embedded: { needs: [], on: ['embedded'] },
  postgres: { needs: [], on: ['postgres'] },
  redis: { needs: ['redis'], on: ['embedded'] },
  browser: { needs: ['chromium'], on: ['embedded'] },
  tzdata: { needs: ['tzdata'], on: ['none'] },
  conformance: { needs: ['conformance'], on: ['embedded'] },
  packages: { needs: ['packages'], on: ['postgres'] },
}

/** Folders of test/ that are not named after the kind of their tests. */
const kindOfFolder = { architecture: 'pure', decisions: 'pure', network: 'pure', runner: 'pure', support: 'contract' }

/** `test/long/<kind>/` holds the same kinds; `npm run test:long` runs them, and nothing else does. */
export const kindOf = (file) => {
  if (file.startsWith('src/')) return 'pure'
  const folder = file.replace(/^test\/(long\/)?/, '').split('/')[0]
  const kind = kindOfFolder[folder] ?? folder
  if (Object.hasOwn(kinds, kind)) return kind
  throw new Error(
    `${file}: what does it run on? Put it into one of test/{${[...Object.keys(kinds), ...Object.keys(kindOfFolder)].join(',')}}/, or of the same below test/long/.`,
  )
}

export const findTests = () =>
  ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name).replaceAll('\\', '/')),
    )
    .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'))
    .sort()

/** What tests run in processes of its own (test/support/programs.ts). */
export const findPrograms = () =>
  readdirSync(join(root, 'test', 'support'))
    .filter((name) => name.endsWith('-process.ts'))
    .map((name) => `test/support/${name}`)

const tooLongForQuick = 5

/** Every file that was asked for, once for each database it runs on. */
export const selectRuns = (files, { quick, long, patterns, hasPostgres = true }) =>
  files
    .filter((file) => isInFullSize(file) === long || (long && patterns.length === 0 && isEmbedded(file)))
    .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
    .map((file) => ({ file, kind: kindOf(file) }))
    .filter(
      ({ file, kind }) =>
        !quick || ((kind === 'pure' || kind === 'contract') && (namedSeconds(file) ?? 0) < tooLongForQuick),
    )
    .flatMap(({ file, kind }) =>
      databasesFor(file, kind, { long, patterns, hasPostgres: hasPostgres && !quick }).map((database) => ({
        file,
        database,
        needs: [...kinds[kind].needs, ...(database === 'postgres' ? ['postgres'] : [])],
      })),
    )
    .filter(({ database }) => !quick || database !== 'postgres')

/**
 * A contract test runs on PostgreSQL. One that says `// on: embedded` at its top runs on the embedded database too, in
 * `npm run test:long`, and wherever there is no PostgreSQL. Together these reach every function of a store
 * (store-functions.mjs). Asked for by name, every contract test runs on both.
 */
const databasesFor = (file, kind, { long, patterns, hasPostgres }) => {
  if (kind !== 'contract') return kinds[kind].on
  if (isInFullSize(file)) return patterns.length > 0 || isMarkedEmbedded(file) ? ['embedded', 'postgres'] : ['postgres']
  if (patterns.length > 0) return ['embedded', 'postgres']
  if (long) return ['embedded']
  return [isMarkedEmbedded(file) && !hasPostgres ? 'embedded' : 'postgres']
}

const isInFullSize = (file) => file.startsWith('test/long/')
const isMarkedEmbedded = (file) => /^\/\/ on: embedded$/m.test(textOf(file).slice(0, 500))
const isEmbedded = (file) => kindOf(file) === 'contract' && !isInFullSize(file) && isMarkedEmbedded(file)

const shardSeconds = 15

/** The tests of one group share what is dear to start: a database, a Chromium. None has tests of both sizes. */
const groups = [
  { name: 'postgres', database: 'postgres', isIn: ({ database }) => database === 'postgres', maxShards: 3 },
  {
    name: 'contract, embedded',
    database: 'embedded',
    isIn: ({ file, database }) => database === 'embedded' && isEmbedded(file),
    maxShards: 2,
  },
  { name: 'browser', database: 'embedded', isIn: ({ file }) => kindOf(file) === 'browser', maxShards: 1 },
  {
    name: 'embedded',
    database: 'embedded',
    isIn: ({ file, database }) => database === 'embedded' && kindOf(file) !== 'browser' && !isEmbedded(file),
    maxShards: 2,
  },
  { name: 'pure', database: 'none', isIn: ({ database }) => database === 'none', maxShards: 1 },
]

/**
 * One list of files for each process: the dearest file first, always to the process that has least. The longest list is
 * run first. Few and long ones: each process loads and compiles all of the product, and on two cores as many run at
 * once as there are long ones.
 */
export const spread = (runs) => {
  const spreadSome = (some) =>
    groups.flatMap((group) => spreadGroup(group, some.filter(group.isIn))).sort((a, b) => b.seconds - a.seconds)
  const alone = spreadSome(runs.filter(({ file }) => isAlone(file))).map((shard) => ({
    ...shard,
    name: `${shard.name}, alone`,
    isAlone: true,
  }))
  return [...spreadSome(runs.filter(({ file }) => !isAlone(file))), ...alone]
}

/**
 * A test whose guarantee holds for a machine of its own says so at its top, `// alone`, and runs when all others have
 * ended.
 */
const isAlone = (file) => /^\/\/ alone$/m.test(textOf(file).slice(0, 500))

const spreadGroup = ({ name, database, maxShards }, runs) => {
  const priced = runs.map(({ file }) => ({ file, seconds: secondsOf(file) }))
  const total = priced.reduce((sum, { seconds }) => sum + seconds, 0)
  const count = Math.min(maxShards, priced.length, Math.ceil(total / shardSeconds))
  const shards = Array.from({ length: count }, (_, index) => ({
    name: count === 1 ? name : `${name} ${index + 1}/${count}`,
    database,
    files: [],
    seconds: 0,
  }))
  for (const { file, seconds } of priced.sort((a, b) => b.seconds - a.seconds)) {
    const lightest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least))
    lightest.files.push(file)
    lightest.seconds += seconds
  }
  return shards
}

/** A test that takes long says so at its top: `// seconds: 20`. Of the others, longer text takes longer. */
const secondsOf = (file) => namedSeconds(file) ?? 0.1 + textOf(file).length / 20_000

const namedSeconds = (file) => {
  const named = /^\/\/ seconds: (\d+)/m.exec(textOf(file).slice(0, 500))?.[1]
  return named === undefined ? undefined : Number(named)
}

const textOf = (file) => readFileSync(join(root, file), 'utf8')
