import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './processes.ts'

/** A file system of its own, which can be filled up. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves no byte free, also when another is freed. */
  fill(): void
  /** Gives back what was filled up. */
  free(): void
  close(): void
}

/** Why this machine can have none, or false. */
export const lackingMounts = (): string | false =>
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
    ? false
    : 'this user may not mount a file system'

export const aSmallDisk = async (megabytes: number): Promise<SmallDisk> => {
  const folder = await newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  let keepsFull: NodeJS.Timeout | undefined
  const fill = (): void => {
    for (let disk = statfsSync(folder); disk.bavail > 0; disk = statfsSync(folder)) {
      try {
        appendFileSync(filler, Buffer.alloc(Math.min(disk.bavail * disk.bsize, 2 ** 20), 1))
      } catch {
        return
      }
    }
  }
  return {
    folder,
    fill: () => {
      fill()
      keepsFull = setInterval(fill, 20)
    },
    free: () => {
      clearInterval(keepsFull)
      rmSync(filler)
    },
    close: () => {
      clearInterval(keepsFull)
      execFileSync('umount', ['--lazy', folder])
    },
  }
}
