import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '#platform/root.ts'
import { newFolder } from './processes.ts'

export interface Made {
  readonly file: string
  readonly megabytes: number
  readonly digest: string
}

/** Runs a script of scripts/release, which makes its file in a folder of its own. */
export const makeRelease = async (script: 'package' | 'image' | 'deb', ...words: string[]): Promise<Made> => {
  const printed = execFileSync(
    process.execPath,
    [join(packageRoot, 'scripts', 'release', `${script}.mjs`), ...words, await newFolder()],
    {
      cwd: packageRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const file = /^(\/\S+): /m.exec(printed)?.[1] ?? ''
  const digest = createHash('sha256').update(await readFile(file))
  return { file, megabytes: (await stat(file)).size / 1e6, digest: digest.digest('hex') }
}
