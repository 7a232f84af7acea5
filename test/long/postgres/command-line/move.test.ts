// seconds: 25
import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { moveTables } from '#instance/store/move.ts'
import { takeServerLock } from '#instance/store/server-lock.ts'
import type { Database } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { runCommand } from '../../../support/command-line.ts'
import { newDataFolder, newPostgresDatabase } from '../../../support/databases.ts'
import { eventually } from '../../../support/eventually.ts'
import { freePort, launchCommand, newFolder, openslot, startService } from '../../../support/processes.ts'

type Settings = Readonly<Record<string, string>>

const run = async (words: readonly string[], settings: Settings): Promise<string> => {
  const { code, stdout, stderr } = await runCommand(words, settings)
  assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

/** Every row as a line. Where the database is and whether it may send is in the row of the instance. */
const rowsOf = async (settings: Settings): Promise<readonly string[]> => {
  const file = join(await newFolder(), 'all.backup')
  await run(['backup', '--to', file], settings)
  const [, ...lines] = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  return lines
    .filter((line) => !line.startsWith('instance\t') && !line.startsWith('{'))
    .flatMap((line) =>
      (JSON.parse(line.slice(line.indexOf('\t') + 1)) as object[]).map(
        (row) => `${line.split('\t')[0]} ${JSON.stringify(row)}`,
      ),
    )
    .sort()
}

/** As the embedded database does it on a slow machine. */
const holdingUp = (database: Database): Database => ({
  ...database,
  session: (work) => {
    for (const end = performance.now() + 4000; performance.now() < end; );
    return database.session(work)
  },
})

test('a target that holds up the process for seconds does not make the source look as if it did not answer', async () => {
  const [source, target] = [
    openPostgres(await newPostgresDatabase(), () => {}),
    openPostgres(await newPostgresDatabase(), () => {}),
  ]
  try {
    await assert.doesNotReject(moveTables(source, holdingUp(target)))
  } finally {
    await Promise.all([source.close(), target.close()])
  }
})

test('nothing moves from a PostgreSQL that a server or a worker runs on: what happens meanwhile would stay behind; and none starts while it moves', async () => {
  const settings = {
    OPENSLOT_DATA: await newFolder(),
    DATABASE_URL: await newPostgresDatabase(),
    PORT: String(await freePort()),
  }
  await run(
    [
      'init',
      '--email',
      'owner@acme.test',
      '--name',
      'Demo Owner',
      '--organization',
      'Acme',
      '--timezone',
      'Europe/Lisbon',
    ],
    settings,
  )
  const to = await newPostgresDatabase()
  const assertRefused = async (): Promise<void> => {
    const refused = await runCommand(['move', '--to', to], settings)
    assert.deepEqual(
      [refused.code, refused.stderr.trim()],
      [1, 'error: The service is running on this database. Stop all its processes and try again.'],
    )
  }
  const service = await startService(settings, ['serve'])
  await assertRefused()
  assert.equal((await service.stop()).code, 0)

  const worker = launchCommand(['work'], settings)
  await eventually('it works', () => worker.stdout().includes('is running background jobs'))
  await assertRefused()
  const beside = await startService(settings, ['start'])
  assert.equal((await beside.stop()).code, 0, 'a worker may run beside start')
  worker.process.kill('SIGTERM')
  assert.equal((await worker.ended).code, 0)

  const moving = await takeServerLock(settings.DATABASE_URL, 'nobody_else', () => {})
  for (const [word, reason] of [
    ['work', /being moved to another one/],
    ['serve', /must be its only server process/],
  ] as const) {
    const early = await openslot([word], settings)
    assert.deepEqual([early.code, reason.test(early.stderr)], [1, true], `${word}: ${early.stderr}`)
  }
  await moving?.release()
  assert.match(await run(['move', '--to', '-'], { ...settings, OPENSLOT_MOVE_TO: to }), /^Moved \d+ rows/)
})

test('everything moves from the embedded database to PostgreSQL and back, every row equal, with its secret and what was forgotten, and goes on sending there', async () => {
  const embedded = { OPENSLOT_DATA: await newDataFolder() }
  await run(
    [
      'init',
      '--email',
      'owner@acme.test',
      '--name',
      'Demo Owner',
      '--organization',
      'Acme',
      '--timezone',
      'Europe/Lisbon',
    ],
    embedded,
  )
  await run(
    [
      'event-type',
      'create',
      '--email',
      'owner@acme.test',
      '--name',
      'Intro call',
      '--duration',
      '30',
      '--active',
      'yes',
    ],
    embedded,
  )
  const before = await rowsOf(embedded)
  assert.ok(before.length > 5)

  const url = await newPostgresDatabase()
  const postgres = { OPENSLOT_DATA: embedded.OPENSLOT_DATA, DATABASE_URL: url }
  await run(['move', '--to', url], embedded)
  assert.deepEqual(await rowsOf(postgres), before)
  // What was moved sends; what it was moved from does not, so that nobody gets a mail twice.
  assert.doesNotMatch(await run(['resume', '--check'], postgres), /sends nothing/)
  assert.match(await run(['resume', '--check'], embedded), /nothing/)

  const again = await runCommand(['move', '--to', url], embedded)
  assert.equal(again.code, 1, again.stdout)
  assert.match(again.stderr, /is not empty/)

  const back = { OPENSLOT_DATA: await newFolder() }
  const inFolder = (name: string): string => join(back.OPENSLOT_DATA, name)
  await writeFile(inFolder('secret.key'), 'of another installation')
  const refused = await runCommand(['move', '--to', back.OPENSLOT_DATA], postgres)
  assert.deepEqual([refused.code, await readdir(back.OPENSLOT_DATA)], [1, ['secret.key']])
  assert.match(refused.stderr, /secret\.key already exists and belongs to another installation\. Move it away/)
  await rm(inFolder('secret.key'))
  await writeFile(join(embedded.OPENSLOT_DATA, 'deletions.jsonl'), '')
  await run(['move', '--to', back.OPENSLOT_DATA], postgres)
  assert.deepEqual(await rowsOf(back), before)
  assert.equal((await stat(inFolder('secret.key'))).mode & 0o777, 0o600)
  assert.equal(await readFile(inFolder('deletions.jsonl'), 'utf8'), '')
  assert.match(await run(['member', 'list'], back), /owner@acme.test/)
})
