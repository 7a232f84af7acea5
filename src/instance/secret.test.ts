import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { settings as settingsTable } from '#platform/settings.ts'
import { loadSecret, Secret } from './secret.ts'

describe('the secret', () => {
  let dataFolder: string
  const settings = (secret?: string, secretFile?: string) => ({ secret, secretFile, dataFolder })

  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'openslot-secret-'))
  })
  after(() => rm(dataFolder, { recursive: true }))

  test('is the same one as a file in the data folder, as OPENSLOT_SECRET and as OPENSLOT_SECRET_FILE', async () => {
    const made = await loadSecret(settings(), undefined)
    const path = join(dataFolder, 'secret.key')
    const text = await readFile(path, 'utf8')
    for (const source of [settings(text), settings(undefined, path)]) {
      assert.ok((await loadSecret(source, undefined)).matches(made.fingerprint))
      assert.ok((await loadSecret(source, made.fingerprint)).matches(made.fingerprint))
    }
  })

  test('of a database that was made when the text was taken as it is is still found', async () => {
    const text = Buffer.alloc(32, 7).toString('base64')
    const { fingerprint } = new Secret(Buffer.from(text))
    assert.ok((await loadSecret(settings(text), fingerprint)).matches(fingerprint))
  })

  test('of a database that was made with another file in base64, which was always decoded, is still found', async () => {
    const bytes = Buffer.alloc(48, 9)
    const { fingerprint } = new Secret(bytes)
    const path = join(dataFolder, 'longer.key')
    await writeFile(path, bytes.toString('base64'))
    assert.ok((await loadSecret(settings(undefined, path), fingerprint)).matches(fingerprint))
  })

  const guessable = [
    'a'.repeat(40),
    'abcabcd1'.repeat(5),
    'correct-horse-'.repeat(3),
    '32-or-more-characters-that-nobody-can-guess',
    settingsTable.OPENSLOT_SECRET.example,
  ]
  for (const text of guessable)
    test(`that can be guessed makes no new database: ${text}`, async () => {
      await assert.rejects(loadSecret(settings(text), undefined), /^WrongSetting: The secret is easy to guess/)
      const path = join(dataFolder, 'guessable.key')
      await writeFile(path, text)
      await assert.rejects(
        loadSecret(settings(undefined, path), undefined),
        /^WrongSetting: The secret is easy to guess/,
      )
      const { fingerprint } = new Secret(Buffer.from(text))
      assert.ok(
        (await loadSecret(settings(text), fingerprint)).matches(fingerprint),
        'a database that was made with it still opens',
      )
    })

  test('of another database is refused', async () => {
    const one = await loadSecret(settings('a passphrase of at least thirty-two letters'), undefined)
    await assert.rejects(
      loadSecret(settings('another passphrase of thirty-two letters'), one.fingerprint),
      /made with another secret/,
    )
  })
})
