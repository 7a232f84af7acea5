import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WrongSetting } from '#platform/config.ts'
import { makeFolder } from '#platform/make-folder.ts'

/** The instance's secret. Each use derives its own key from it, so that none can stand in for another. */
export class Secret {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  keyFor(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#bytes, '', `openslot ${purpose}`, 32))
  }

  /** Tells whether two secrets are the same one, and nothing else about them. */
  get fingerprint(): Buffer {
    return createHmac('sha256', this.keyFor('fingerprint')).update('openslot').digest()
  }

  matches(fingerprint: Buffer): boolean {
    return fingerprint.length === 32 && timingSafeEqual(this.fingerprint, fingerprint)
  }
}

export const otherSecret = (): WrongSetting =>
  new WrongSetting(
    'This database was made with another secret. Set OPENSLOT_SECRET to the one it was made with, or put its secret.key back into the data folder.',
  )

/** From OPENSLOT_SECRET, or from a file in the data folder that the first start makes: a new one would not fit a database that has its own. */
export const loadSecret = async (setting: string | undefined, dataFolder: string, mayMake: boolean): Promise<Secret> => {
  if (setting !== undefined) return new Secret(Buffer.from(setting))
  const path = join(dataFolder, 'secret.key')
  if (!mayMake && !existsSync(path)) throw otherSecret()
  await makeFolder(dataFolder)
  await writeFile(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0) {
    await chmod(path, 0o600).catch(() => {
      throw new WrongSetting(`Others can read ${path}. Allow only its owner: chmod 600 ${path}`)
    })
  }
  return new Secret(Buffer.from((await readFile(path, 'utf8')).trim(), 'base64'))
}
