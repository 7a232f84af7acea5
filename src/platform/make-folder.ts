import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * The folder, and those above it that are missing, for this account alone. Not with Node's `recursive`: that tries for
 * ever where the system finds no such place although the folder above is there, as below /proc.
 */
export const makeFolder = async (folder: string): Promise<void> => {
  if (await isFolder(folder)) return
  await makeFolder(dirname(resolve(folder)))
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may make the same one at the same time.
    if (error.code !== 'EEXIST' || !(await isFolder(folder))) throw error
  })
}

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw error
  }
}
