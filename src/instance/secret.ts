import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#platform/make-folder.ts'
import { howToMakeASecret, WrongSetting } from '#platform/setting-forms.ts'
import { settings } from '#platform/settings.ts'

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
    'This database was made with another secret. Set OPENSLOT_SECRET to that secret, or put its secret.key back into the data folder.',
  )

export interface SecretSource {
  /** OPENSLOT_SECRET. */
  readonly secret: string | undefined
  /** OPENSLOT_SECRET_FILE. */
  readonly secretFile: string | undefined
  readonly dataFolder: string
}

/**
 * The secret of this instance, from the settings or from a file in the data folder that the first start makes. With the
 * fingerprint of a database, it is the one that the database was made with, or none is good.
 */
export const loadSecret = async (source: SecretSource, fingerprint: Buffer | undefined): Promise<Secret> => {
  const text = await textOf(source, fingerprint === undefined)
  if (fingerprint === undefined && isGuessable(text)) throw new WrongSetting(guessable)
  const readings = secretsIn(text)
  const right = fingerprint === undefined ? readings[0] : readings.find((secret) => secret.matches(fingerprint))
  if (!right) throw otherSecret()
  return right
}

const textOf = async ({ secret, secretFile, dataFolder }: SecretSource, mayMake: boolean): Promise<string> => {
  if (secret !== undefined) return secret
  if (secretFile === undefined) return readOwnFile(join(dataFolder, 'secret.key'), mayMake)
  const text = (await readFile(secretFile, 'utf8').catch(() => '')).trim()
  if (text.length < 32)
    throw new WrongSetting(`OPENSLOT_SECRET_FILE must name a file with at least 32 characters, not ${secretFile}.`)
  return text
}

export const guessable = `The secret is easy to guess: it is an example from the documentation or repeats a few characters. ${howToMakeASecret}`

/**
 * A database keeps the secret it was made with, so a guessable one is refused for a new database only; `openslot
 * doctor` reports it for others.
 */
export const hasGuessableSecret = async (source: SecretSource): Promise<boolean> =>
  isGuessable(await textOf(source, false))

const publishedSecrets = [settings.OPENSLOT_SECRET.example, '32-or-more-characters-that-nobody-can-guess']
const fewestDifferentCharacters = 8
const shortestPeriod = 16

const isGuessable = (text: string): boolean => {
  const period = (text + text).indexOf(text, 1)
  return (
    publishedSecrets.includes(text) ||
    new Set(text).size < fewestDifferentCharacters ||
    (period < text.length && period < shortestPeriod)
  )
}

const keyForm = /^[A-Za-z0-9+/]{43}=$/

/**
 * A text of the form of secret.key is the key in base64, wherever it stands; any other is taken as it is. The other
 * reading is for databases from before: then a file was always decoded, and OPENSLOT_SECRET never.
 */
const secretsIn = (text: string): readonly Secret[] => {
  const [literal, decoded] = [new Secret(Buffer.from(text)), new Secret(Buffer.from(text, 'base64'))]
  return keyForm.test(text) ? [decoded, literal] : [literal, decoded]
}

/** A new one would not fit a database that has its own: it is made for a new database only. */
const readOwnFile = async (path: string, mayMake: boolean): Promise<string> => {
  if (!mayMake && !existsSync(path)) throw otherSecret()
  await makeFolder(dirname(path))
  await writeFile(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0) {
    await chmod(path, 0o600).catch(() => {
      throw new WrongSetting(`Others can read ${path}. Restrict it with: chmod 600 ${path}`)
    })
  }
  return (await readFile(path, 'utf8')).trim()
}
