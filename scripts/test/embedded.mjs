import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ready.mjs'

const shelf = join(root, 'dist', 'prepared')

/**
 * A data folder with an empty, migrated embedded database, to be copied by each process. Making one takes seconds, so
 * it is kept for the next run, under a name made of everything it depends on.
 */
export const prepareEmbedded = async (migrate) => {
  const prepared = join(shelf, fingerprint())
  if (existsSync(prepared)) return prepared
  const unfinished = `${prepared}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    await migrate('embedded', unfinished)
    renameSync(unfinished, prepared)
  } catch (error) {
    // Another run may have put the same one there meanwhile.
    if (!existsSync(prepared)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  removeOld(prepared)
  return prepared
}

export const copyPrepared = (prepared, folder) => {
  cpSync(prepared, folder, { recursive: true })
  return folder
}

const fingerprint = () => {
  const filesIn = (folder, pattern) =>
    readdirSync(join(root, folder))
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => join(folder, name))
  const makers = filesIn('src/platform/db', /^(embedded|migrat).*(?<!\.test)\.ts$/)
  const hash = createHash('sha256')
  for (const file of [
    ...filesIn('migrations', /\.sql$/),
    ...makers,
    'test/support/prepare.ts',
    'test/support/watching-changes.sql',
    'node_modules/@electric-sql/pglite/package.json',
  ])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

const dayMilliseconds = 86_400_000

const removeOld = (current) => {
  for (const path of readdirSync(shelf).map((name) => join(shelf, name))) {
    if (path !== current && statSync(path).mtimeMs < Date.now() - dayMilliseconds)
      rmSync(path, { recursive: true, force: true })
  }
}
