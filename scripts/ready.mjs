// What must be there before anything runs: the packages, and the service in one bundle. Both do nothing when nothing
// changed. This is the first code on a machine that has only Node and npm: it may import nothing that npm must fetch
// first.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export const ensurePackages = () => {
  if (hasPackages()) return
  console.error('Fetching the packages (npm ci); this is needed once, and again when they change …')
  const npm = process.env.npm_execpath
  const [command, ...before] = npm ? [process.execPath, npm] : ['npm']
  const { status, error } = spawnSync(command, [...before, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status === 0) return
  console.error(
    `The packages could not be fetched${error ? `: ${error.message}` : ''}. Is there a way to the npm registry? Try: npm ci`,
  )
  process.exit(1)
}

const hasPackages = () => {
  const wanted = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  if (statSync(wanted).mtimeMs <= statSync(installed).mtimeMs) return true
  return isInstalled(packagesIn(wanted), packagesIn(installed))
}

const packagesIn = (lockfile) => JSON.parse(readFileSync(lockfile, 'utf8')).packages

/** A checkout touches the lockfile without changing it. What is optional may be missing: it is for other machines. */
const isInstalled = (wanted, installed) => {
  const names = Object.keys(wanted).filter((name) => name !== '')
  const differs = (name) =>
    installed[name] ? installed[name].version !== wanted[name].version : !wanted[name].optional
  return !names.some(differs) && Object.keys(installed).every((name) => name in wanted)
}

const dist = join(root, 'dist')
const entry = join(dist, 'main.js')

export const ensureBundle = async () => {
  if (isFresh()) return
  const began = new Date()
  const esbuild = await import('esbuild').catch(() => {
    console.error('The service must be built, and esbuild is not installed. Run: npm ci --include=dev')
    process.exit(1)
  })
  const { files } = await bundle(esbuild)
  mkdirSync(join(dist, 'web'), { recursive: true })
  // By a rename each, the entry last: another start at the same moment finds the old bundle or the new one, never half
  // of one.
  const isEntry = ({ path }) => Number(path === entry)
  for (const { path, contents } of files.sort((a, b) => isEntry(a) - isEntry(b))) {
    writeFileSync(`${path}.${process.pid}`, contents)
    renameSync(`${path}.${process.pid}`, path)
  }
  // A file that was saved while this ran is newer than its bundle.
  utimesSync(entry, began, began)
  removeOldParts(new Set(files.map(({ path }) => path)))
}

const dayMilliseconds = 86_400_000

/** Not at once: a service that runs may still want to load one of them. */
const removeOldParts = (current) => {
  const old = readdirSync(dist)
    .filter((name) => name.startsWith('part-'))
    .map((name) => join(dist, name))
    .filter((path) => !current.has(path) && statSync(path).mtimeMs < Date.now() - dayMilliseconds)
  for (const path of old) rmSync(path, { force: true })
}

const emptyDatabases = join(dist, 'empty-database')

/**
 * The embedded database as it is before anything is in it: initdb and all migrations take seconds, a copy takes none.
 * The service makes its own without it. Each is in a folder of its own, and `current` names the newest: a start that
 * copies an older one meanwhile gets it whole.
 */
export const ensureEmptyDatabase = () => {
  const name = makersOfDatabase()
  const folder = join(emptyDatabases, name)
  const unfinished = `${folder}.${process.pid}`
  try {
    mkdirSync(emptyDatabases, { recursive: true })
    if (!existsSync(folder)) {
      mkdirSync(unfinished, { mode: 0o700 })
      const { PATH, HOME } = process.env
      const options = { env: { PATH, HOME, OPENSLOT_DATA: unfinished }, stdio: 'ignore' }
      if (spawnSync(process.execPath, [join(root, 'bin', 'openslot.mjs'), 'migrate'], options).status !== 0) return
      renameSync(unfinished, folder)
    }
    writeFileSync(`${unfinished}.current`, name)
    renameSync(`${unfinished}.current`, join(emptyDatabases, 'current'))
    removeOldDatabases(name)
  } catch {
    // Another start made it in the same moment, or there is no room for it.
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

const removeOldDatabases = (current) => {
  const old = readdirSync(emptyDatabases)
    .filter((name) => name !== current && name !== 'current')
    .map((name) => join(emptyDatabases, name))
    .filter((path) => statSync(path).mtimeMs < Date.now() - dayMilliseconds)
  for (const path of old) rmSync(path, { recursive: true, force: true })
}

const makersOfDatabase = () => {
  const filesIn = (folder, pattern) =>
    readdirSync(join(root, folder))
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name))
  const makers = [
    ...filesIn('migrations', /\.sql$/),
    ...filesIn('src/platform/db', /^(embedded|migrat).*(?<!\.test)\.ts$/),
  ].sort()
  const hash = createHash('sha256')
  for (const file of [...makers, 'node_modules/@electric-sql/pglite/package.json'])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

const isFresh = () => {
  if (!existsSync(entry)) return false
  const made = statSync(entry).mtimeMs
  return ![
    'src',
    'web',
    'languages',
    'migrations',
    'package.json',
    'package-lock.json',
    'scripts/ready.mjs',
    'scripts/bundle.mjs',
  ].some((path) => isNewer(join(root, path), made))
}

/** Folders count too: their time changes when a file in them goes away. */
const isNewer = (path, time) => {
  const status = statSync(path)
  return (
    status.mtimeMs > time || (status.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), time)))
  )
}
