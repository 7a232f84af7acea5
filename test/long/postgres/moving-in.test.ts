// seconds: 1
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEmbedded } from '#platform/db/embedded.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { runCommand } from '../../support/command-line.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { killImportAgainAndAgain } from '../../support/import-kills.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { newFolder } from '../../support/processes.ts'

// Too large for every long run: npm run moving-in, or with sizes of your own npm run moving-in -- 50 2000
const [users = 0, meetings = 0] = (process.env.MOVING_IN ?? '').split(' ').map(Number)

if (meetings > 0)
  test(`${meetings} meetings of ${users} users are imported, then moved to the embedded database and back: both sides list the same, and the invariants hold`, async () => {
    const here = await killImportAgainAndAgain({ users, meetings, kills: 2, faults: 1 })
    const timed = async (
      what: string,
      words: readonly string[],
      settings: Readonly<Record<string, string>>,
    ): Promise<void> => {
      const began = performance.now()
      const { code, stdout, stderr } = await runCommand(words, settings)
      assert.equal(code, 0, stdout + stderr)
      console.log(`${what}: ${Math.round((performance.now() - began) / 1000)} s. ${stdout.trim()}`)
    }
    const folder = await newFolder()
    await timed('moved to the embedded database', ['move', '--to', folder], here)
    const embedded = await openEmbedded(folder)
    await assertInvariants(embedded).finally(() => embedded.close())
    const url = await newPostgresDatabase()
    await timed('moved to PostgreSQL', ['move', '--to', url], { OPENSLOT_DATA: folder })
    const postgres = await openPostgres(url, () => {})
    await assertInvariants(postgres).finally(() => postgres.close())
  })
