import { createHash } from 'node:crypto'
import { lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

// The kernel cuts a socket's path after 104 to 108 bytes without a word, and then two folders might share one.
const maxSocketPathBytes = 100
const roomForNameBytes = 32

/**
 * A name of the folder that leaves room for a socket's name behind it. For a long path that is a link below the
 * temporary folder: the socket still stands in the folder itself, so that all find the same one, whatever their
 * temporary folder is.
 */
export const shortNameOf = async (folder: string): Promise<string> => {
  const path = await realpath(folder)
  if (Buffer.byteLength(path) <= maxSocketPathBytes - roomForNameBytes) return path
  const link = join(await ownTemporaryFolder(), createHash('sha256').update(path).digest('hex').slice(0, 16))
  if (Buffer.byteLength(link) > maxSocketPathBytes - roomForNameBytes) {
    throw new Error(
      `The paths of the data folder and the temporary folder are too long. Set OPENSLOT_DATA or TMPDIR to a shorter path.`,
    )
  }
  await symlink(path, link).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if ((await readlink(link)) !== path) throw new Error(`${link} leads somewhere else. Remove it and start again.`)
  return link
}

/**
 * Everybody can write to the temporary folder: what is ours in it must be a real folder that nobody else can change.
 */
const ownTemporaryFolder = async (): Promise<string> => {
  const { uid } = userInfo()
  const folder = join(tmpdir(), `openslot-${uid}`)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new Error(
      `The folder ${folder} must belong to you alone. Remove it, or set TMPDIR or OPENSLOT_DATA to a shorter path.`,
    )
  }
  return folder
}
