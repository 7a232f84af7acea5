import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from './root.ts'

/** The version of this release, as package.json has it. */
export const readVersion = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  return version
}
