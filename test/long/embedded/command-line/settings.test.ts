// seconds: 4
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runCommand } from '../../../support/command-line.ts'
import { freePort, newFolder, openslot } from '../../../support/processes.ts'

/** Refused with one sentence on standard error that says what to do: no stack, nothing on standard output. */
const assertRefused = async (
  settings: Readonly<Record<string, string>>,
  sentence: RegExp,
  { words = ['start'], run = openslot }: { words?: readonly string[]; run?: typeof openslot } = {},
): Promise<void> => {
  const { code, stdout, stderr } = await run(words, {
    OPENSLOT_DATA: join(await newFolder(), 'data'),
    PORT: String(await freePort()),
    ...settings,
  })
  const [said = '', ...advice] = stderr
    .replace(/^error: /, '')
    .trim()
    .split('\ntry: ')
  assert.match([said, ...advice].join(' Try: '), sentence)
  assert.deepEqual({ code, stdout, lines: said.split('\n').length }, { code: 1, stdout: '', lines: 1 })
}

describe('a wrong setting is refused at start with one sentence', () => {
  const table: readonly (readonly [settings: Readonly<Record<string, string>>, sentence: RegExp])[] = [
    [{ PORT: 'many' }, /^PORT must be a port number from 1 to 65535, not "many"\.$/m],
    [
      { DATABASE_URL: 'mysql://localhost/x' },
      /^DATABASE_URL is not a valid URL for this setting\. Use a URL such as postgres:/,
    ],
    [{ OPENSLOT_RATE_LIMITS: 'yes' }, /^OPENSLOT_RATE_LIMITS must be one of on, off, not "yes"\.$/m],
    [{ OPENSLOT_AUTH_URL: 'http://auth.example.com' }, /^OPENSLOT_AUTH_URL must start with https:/],
    [
      { OPENSLOT_SECRET: '0123456789012345678901234567890123', OPENSLOT_SECRET_FILE: '/run/secret' },
      /^OPENSLOT_SECRET and OPENSLOT_SECRET_FILE are both set\./,
    ],
    [
      { OPENSLOT_SECRET_FILE: '/nowhere/secret' },
      /^OPENSLOT_SECRET_FILE must name a file with at least 32 characters, not \/nowhere\/secret\.$/m,
    ],
    [{ OPENSLOT_SECRET: 'short' }, /^OPENSLOT_SECRET must have at least 32 characters\./],
  ]

  test('that names it and the allowed values', async () => {
    for (const [settings, sentence] of table) await assertRefused(settings, sentence, { run: runCommand })
  })

  test('an address that this machine does not have', async () => {
    const settings = { HOST: '203.0.113.7', OPENSLOT_BASE_URL: 'https://schedule.example.com' }
    await assertRefused(settings, /^This machine does not have the address 203\.0\.113\.7\. Set HOST/)
  })

  test('a port that is in use, before anything is made', async () => {
    const taken = createServer()
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
    const { port } = taken.address() as { port: number }
    await assertRefused(
      { PORT: String(port) },
      new RegExp(`^Port ${port} is in use by another program\\. Stop that program, or set PORT`),
    )
    await assertRefused(
      { OPENSLOT_METRICS_PORT: String(port) },
      new RegExp(`^Port ${port} is in use by another program\\. Stop that program, or set OPENSLOT_METRICS_PORT`),
    )
    taken.close()
  })

  test('a data folder that others can read, that is a file, or that cannot be created', async () => {
    const open = join(await newFolder(), 'data')
    await mkdir(open)
    await chmod(open, 0o755)
    await assertRefused({ OPENSLOT_DATA: open }, /can read the data folder .* chmod 700/)
    const file = join(await newFolder(), 'data')
    await writeFile(file, '')
    await assertRefused({ OPENSLOT_DATA: file }, /data is not a folder\. Set OPENSLOT_DATA to one\.$/m)
    // Below /proc the system finds no such place, however often it is asked; elsewhere there is no such folder.
    if (existsSync('/proc/self'))
      await assertRefused(
        { OPENSLOT_DATA: '/proc/none/data' },
        /^The folder \/proc\/none cannot be created\. Set OPENSLOT_DATA to another place\.$/m,
      )
  })

  test('work on the embedded database, which serves one process', async () => {
    await assertRefused({}, /^The embedded database supports one process.* Set DATABASE_URL/, {
      words: ['work'],
      run: runCommand,
    })
  })

  test('a command where there is no database yet, which it does not make', async () => {
    await assertRefused({}, /^There is no database in .* yet\. Try: openslot start/, {
      words: ['member', 'list'],
      run: runCommand,
    })
  })
})
