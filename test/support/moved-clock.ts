import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolder } from './processes.ts'

/** A clock for a process of its own, which a test can set; timers keep their speed. */
export interface MovedClock {
  /** For the environment of the process. */
  readonly settings: Readonly<Record<string, string>>
  /** So many seconds from the true time on; negative: behind it. */
  set(seconds: number): Promise<void>
}

const libraries = '/usr/lib'

const library = (): string | undefined =>
  readdirSync(libraries)
    .map((folder) => join(libraries, folder, 'faketime', 'libfaketime.so.1'))
    .find(existsSync)

export const lackingMovedClock = (): string | false => (library() ? false : 'this machine has no faketime')

export const aMovedClock = async (): Promise<MovedClock> => {
  const file = join(await newFolder(), 'clock')
  const set = (seconds: number): Promise<void> => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  await set(0)
  return {
    settings: {
      LD_PRELOAD: library() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
  }
}
