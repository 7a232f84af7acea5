import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../root.ts'

const unfinishedMark = '.unfinished-'

/** An empty database with the schema of this release, where the build has made one: a copy of it is there at once. */
export const findEmptyDatabase = async (): Promise<string | undefined> => {
  const folder = join(packageRoot, 'dist', 'empty-database')
  const name = await readFile(join(folder, 'current'), 'utf8').catch(() => undefined)
  return name === undefined ? undefined : join(folder, name, 'pgdata')
}

/**
 * Makes the database beside its place and moves it there whole, so that a start that was cut off leaves nothing that
 * looks like a database. A copy of the template if there is one; else by initdb, in a child process: it leaves hundreds
 * of megabytes behind in the process that runs it.
 */
export const createDatabaseFolder = async (folder: string, template?: string): Promise<void> => {
  // A name of its own: the child of a start that was cut off may still be writing.
  const unfinished = `${folder}${unfinishedMark}${randomUUID()}`
  await mkdir(unfinished, { mode: 0o700 })
  if (template !== undefined && existsSync(template)) await copyInto(unfinished, template)
  else await runInitdb(unfinished)
  // It was made without fsync, which is faster; once, at the end, is enough. Most systems can do that in one go.
  if ((await run('sync', ['-f', unfinished])) !== undefined) await syncTree(unfinished)
  await rename(unfinished, folder)
  await sync(join(folder, '..'))
}

/** Several files at a time, and no questions about each, as `cp` of Node has them: there are 1,300. */
const copyInto = async (folder: string, from: string): Promise<void> => {
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(folder, entry.name)]
      if (!entry.isDirectory()) return copyFile(source, target)
      await mkdir(target, { mode: 0o700 })
      return copyInto(target, source)
    }),
  )
}

/** What starts that were cut off have left behind. */
export const removeUnfinished = async (dataFolder: string): Promise<void> => {
  const names = (await readdir(dataFolder)).filter((name) => name.includes(unfinishedMark))
  await Promise.all(
    names.map((name) => rm(join(dataFolder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})),
  )
}

const runInitdb = async (folder: string): Promise<void> => {
  // For the few seconds it lives, the better compiler would cost more than it gives. And it does not outlive us: our
  // end closes its standard input.
  const script = `
    import { setFlagsFromString } from 'node:v8'
    import { PGlite } from '@electric-sql/pglite'
    setFlagsFromString('--liftoff-only')
    process.stdin.resume().on('close', () => process.exit(1))
    const database = await PGlite.create(${JSON.stringify(folder)})
    await database.close()
    process.exit(0)
  `
  const error = await run(process.execPath, ['--input-type=module', '-e', script])
  if (error !== undefined) throw new Error(`The embedded database could not be created in ${folder}. ${error}`)
}

/** Undefined when all went well, else what the command has to say. */
const run = (command: string, parameters: readonly string[]): Promise<string | undefined> =>
  new Promise((resolve) => {
    const child = spawn(command, parameters, { cwd: packageRoot, stdio: ['pipe', 'ignore', 'pipe'] })
    let error = ''
    child.stderr.on('data', (chunk) => {
      error = `${error}${chunk}`.slice(-2000)
    })
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : error || `It ended with ${signal ?? code}.`))
  })

const syncTree = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    await (entry.isDirectory() ? syncTree(join(folder, entry.name)) : sync(join(folder, entry.name)))
  }
  await sync(folder)
}

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
