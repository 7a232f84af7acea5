// seconds: 7
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { aCaldavServer, caldavPrograms, lackingCaldav } from '../../support/caldav-server.ts'
import { connect, hoursOffered } from '../../support/calendars.ts'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const traits = { active: true, duration: 60, timezone: 'UTC', scheduling_rules: { start_time_increment: 60 } }
const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
const without = (...taken: string[]): string[] => hours.filter((hour) => !taken.includes(hour))

const event = (uid: string, hour: string, more = ''): string => `BEGIN:VEVENT
UID:${uid}@client.test
DTSTAMP:20260101T000000Z
DTSTART:20260303T${hour}0000Z
DTEND:20260303T${hour}3000Z
SUMMARY:Something private
${more}END:VEVENT`

for (const program of caldavPrograms) {
  describe(`a calendar on ${program}`, { skip: lackingCaldav(program) }, () => {
    test('makes its owner busy, follows what another client does, and is forgotten when it is disconnected', async () => {
      const server = await aCaldavServer(program)
      const calendar = await server.makeCalendar('work')
      await server.put(calendar, 'one', event('one', '10'))
      const person = await aFounder(app)
      const type = await anEventType(app, person, traits)
      assert.deepEqual(await hoursOffered(app, person, type, '2026-03-03'), hours)

      const connection = await connect(app, person, server)
      assert.equal(connection.state, 'connecting')
      assert.deepEqual(await hoursOffered(app, person, type, '2026-03-03'), [], 'nobody is free before the first sync')
      await app.work()
      const read = async () => resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token }))
      assert.equal((await read()).state, 'fresh', (await read()).reason)
      assert.deepEqual(await hoursOffered(app, person, type, '2026-03-03'), without('10'))

      await server.put(calendar, 'two', event('two', '13', 'RRULE:FREQ=DAILY;COUNT=3\n'))
      await server.put(calendar, 'one', event('one', '11'))
      app.clock.advance(5 * 60_000)
      await app.work()
      assert.deepEqual(await hoursOffered(app, person, type, '2026-03-03'), without('11', '13'))
      assert.deepEqual(await hoursOffered(app, person, type, '2026-03-05'), without('13'))

      await server.remove(calendar, 'two')
      await app.ask(`POST ${connection.uri}/read`, { token: person.token })
      await app.work()
      assert.deepEqual(await hoursOffered(app, person, type, '2026-03-03'), without('11'))

      assertStatus(await app.ask(`DELETE ${connection.uri}`, { token: person.token }), 204)
      assert.deepEqual(await hoursOffered(app, person, type, '2026-03-03'), hours)
    })
  })
}
