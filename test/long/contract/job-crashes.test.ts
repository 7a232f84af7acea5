// seconds: 10
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listSetAsideJobs } from '#execution/store/jobs.ts'
import type { Database } from '#platform/db/database.ts'
import { systemClock } from '#platform/time/clock.ts'
import { runCommand } from '../../support/command-line.ts'
import { databaseKind, newDataFolder, newPostgresDatabase } from '../../support/databases.ts'
import { countJobs, queueJobs } from '../../support/jobs.ts'
import { openTarget } from '../../support/killed-by-job.ts'
import { newFolder } from '../../support/processes.ts'
import { openProgram } from '../../support/programs.ts'

const program = openProgram('test/support/killed-by-job-process.ts')
after(() => program.close())

const kind = 'test'
const maxDeaths = 10

test('a job that ends its process is set aside after the third time; all others are done, it is shown, and can be tried again', async () => {
  const [folder, url] =
    databaseKind === 'postgres' ? [await newFolder(), await newPostgresDatabase()] : [await newDataFolder(), undefined]
  const settings = { OPENSLOT_DATA: folder, ...(url === undefined ? {} : { DATABASE_URL: url }) }
  const target = url ?? folder
  const run = async (...words: string[]) => JSON.parse((await runCommand([...words, '--json'], settings)).stdout)
  const founded = await run(
    'init',
    '--email',
    'owner@acme.test',
    '--name',
    'Demo Owner',
    '--organization',
    'Acme',
    '--timezone',
    'Europe/Lisbon',
  )
  const organizationId = founded.organization.uri.split('/').at(-1)
  const on = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openTarget(target)
    return work(database).finally(() => database.close())
  }
  const lanes = ['one', 'two', 'three']
  const subjects = await on(async (database) => {
    const queued = []
    for (const lane of lanes)
      queued.push(...(await queueJobs(database, systemClock.now(), organizationId, kind, lane, 12)))
    return queued
  })
  const killer = subjects[15] ?? ''
  const file = join(await newFolder(), 'acted')
  const acted = async (): Promise<readonly string[]> =>
    existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : []

  const isLeft = (): Promise<boolean> =>
    on(async (database) => (await countJobs(database, kind)) > (await listSetAsideJobs(database.reader)).length)
  const oneProcess = async (): Promise<'drained' | 'died'> => {
    const { process: child } = program.start(target, kind, killer, file)
    const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (answer !== 'drained') return 'died'
    if (child.kill('SIGKILL')) await once(child, 'exit')
    return 'drained'
  }
  /**
   * How many processes died before nothing was left to do. What a dead one held can be taken when its lease is over.
   */
  const deaths = async (): Promise<number> => {
    for (let died = 0; died < maxDeaths; ) {
      if ((await oneProcess()) === 'died') died += 1
      else if (!(await isLeft())) return died
    }
    return maxDeaths
  }
  assert.equal(await deaths(), 3)
  assert.equal((await acted()).filter((subject) => subject === killer).length, 3)
  assert.deepEqual(new Set(await acted()), new Set(subjects))
  const [only, ...others] = (await run('job', 'list')).jobs
  assert.deepEqual([only.kind, only.subject, others], [kind, killer, []])

  const { findings } = await run('doctor')
  assert.match(findings.find(({ check }: { check: string }) => check === 'jobs').message, /^1 job was set aside/)

  assert.equal((await runCommand(['job', 'retry', '--id', '999999'], settings)).code, 1)
  await run('job', 'retry', '--id', String(only.id))
  assert.equal(await oneProcess(), 'died')
  assert.equal((await acted()).filter((subject) => subject === killer).length, 4)
})
