// seconds: 15
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openEmbedded } from '#platform/db/embedded.ts'
import { lastPart } from '../../support/cast.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { newInstallation, startService } from '../../support/processes.ts'
import { sendTo } from '../../support/races.ts'
import { raw } from '../../support/raw.ts'
import { anEndlessType } from '../../support/service-kills.ts'
import { aSmallDisk, lackingMounts, type SmallDisk } from '../../support/small-disk.ts'
import { bookSteadily } from '../../support/steady-bookings.ts'

describe('a full disk', { skip: lackingMounts() }, () => {
  let disk: SmallDisk
  before(async () => {
    disk = await aSmallDisk(150)
  })
  after(() => disk.close())

  test('of the embedded database: bookings are asked to come again, and go on when there is room; the log says what is wrong', async () => {
    const settings = {
      ...(await newInstallation()),
      OPENSLOT_DATA: join(disk.folder, 'data'),
      OPENSLOT_RATE_LIMITS: 'off',
    }
    const service = await startService(settings, ['start', '--json'])
    const agent = new Agent({ keepAlive: true })
    const caller = await anEndlessType(service)
    const load = await bookSteadily(
      { send: (_, sending) => sendTo(service.address, agent, sending) },
      { host: { token: caller.token }, type: { uri: caller.eventType } },
    )
    await load.untilBooked(50)
    disk.fill()
    await load.untilBusy(20)
    disk.free()
    await load.untilBooked(50)
    const { acknowledged, failures, sentence } = await load.stop()
    console.log(`disk of the embedded database full: ${sentence}`)
    assert.deepEqual(failures, [])
    assert.match(service.stderr(), /The disk of the database is full\./)
    agent.destroy()
    assert.equal((await service.stop()).code, 0)
    const database = await openEmbedded(settings.OPENSLOT_DATA)
    const found = await raw(
      database.reader,
      sql`select from invitees where id = any(${acknowledged.map(lastPart)}::uuid[])`,
    )
    await assertInvariants(database).finally(() => database.close())
    assert.equal(found.length, acknowledged.length, 'acknowledged bookings are lost')
  })
})
