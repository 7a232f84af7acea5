// seconds: 290
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expandRule } from '#calendars/icalendar/expand-rule.ts'
import { readRule } from '#calendars/icalendar/recurrence-rule.ts'
import { resourceOf } from '../../support/answers.ts'
import { aCaldavServer, caldavPrograms, lackingCaldav } from '../../support/caldav-server.ts'
import { aCalendarOracle } from '../../support/calendar-oracle.ts'
import { connect } from '../../support/calendars.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import { anItem, aRule, Dice } from '../../support/random-calendar.ts'
import { lacking } from '../../support/requirements.ts'
import { webhookApp } from '../../support/webhooks.ts'

const skip = lacking('caldav')
const app = await webhookApp()

describe('recurrence rules', { skip }, () => {
  test(`10,000 random rules give the wall-clock times that dateutil gives`, async () => {
    const oracle = aCalendarOracle()
    const dice = new Dice(2)
    let compared = 0
    for (let count = 0; count < 10_000; count += 1) {
      const asked = aRule(dice)
      const theirs = await oracle.rule(asked)
      const rule = readRule(asked.rule)
      assert.ok(rule, asked.rule)
      const ours: number[] = []
      let steps = 0
      for (const at of expandRule({ ...rule, until: undefined }, asked.start, asked.from)) {
        steps += 1
        if (steps > 20_000 || (at !== undefined && (at >= asked.to || ours.length >= asked.max))) break
        if (at !== undefined) ours.push(at)
      }
      // Neither library finds the rare times of a rule by the second in any time: those that were found must agree.
      if (theirs === null || steps > 20_000) continue
      assert.deepEqual(ours, theirs, `${asked.rule} from ${new Date(asked.start).toISOString()}`)
      compared += 1
    }
    assert.ok(compared > 10_000 * 0.8, `only ${compared} could be compared`)
  })
})

/** The busy times that we have of each item, in order. */
const spansOf = async ({ principal }: Person, calendarId: string): Promise<Map<string, [number, number][]>> => {
  const rows = await app.context.database.reader
    .selectFrom('busy_spans')
    .select(['item_key', 'span'])
    .where('organization_id', '=', principal.organizationId)
    .where('calendar_id', '=', calendarId)
    .execute()
  const spans = new Map<string, [number, number][]>()
  for (const { item_key, span } of rows) {
    const [from, to] = [...String(span).matchAll(/"([^"]+)"/g)].map(([, text]) =>
      Date.parse((text as string).replace(/\+00$/, 'Z').replace(' ', 'T')),
    )
    const name = item_key.split('/').at(-1) as string
    spans.set(name, [...(spans.get(name) ?? []), [from as number, to as number]])
  }
  return spans
}

/** Those that touch as one, as we keep them. */
const merged = (spans: readonly [number, number][]): [number, number][] => {
  const united: [number, number][] = []
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    const last = united.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else united.push([from, to])
  }
  return united
}

// Cyrus takes its time: it is tried at full size only, and on one database.
const programs = caldavPrograms.slice(0, app.context.database.kind === 'embedded' ? 2 : 3)
for (const program of programs) {
  describe(`1,000 random edits by another client of ${program}`, { skip: lackingCaldav(program) }, () => {
    test('leave the busy times that recurring-ical-events finds in what is there then', async () => {
      const server = await aCaldavServer(program)
      const calendar = await server.makeCalendar('edited')
      const person = await aFounder(app)
      const connection = await connect(app, person, server)
      const { uri } = connection.calendars.find(({ name }: { name: string }) => name === 'edited')
      const calendarId = uri.split('/').at(-1)
      const oracle = aCalendarOracle()
      const dice = new Dice(4)
      const now = app.clock.now().getTime()
      const there = new Map<string, string>()
      const edits = 1000
      for (let edit = 1; edit <= edits; edit += 1) {
        const known = [...there.keys()]
        if (known.length > 5 && dice.happens(0.25)) {
          const name = dice.one(known)
          await server.remove(calendar, name)
          there.delete(name)
        } else {
          const name = known.length > 0 && dice.happens(0.5) ? dice.one(known) : `item-${edit}`
          const inner = anItem(dice, `${name}@client.test`, now)
          await server.put(calendar, name, inner)
          there.set(name, inner)
        }
        if (edit % 20 !== 0 && edit !== edits) continue
        await app.ask(`POST ${connection.uri}/read`, { token: person.token })
        await app.work()
        const { state, reason } = resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token }))
        assert.equal(state, 'fresh', reason)
        const ours = await spansOf(person, calendarId)
        for (const [name, inner] of there) {
          const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${inner}\r\nEND:VCALENDAR\r\n`
          const theirs = await oracle.item({
            text,
            from: now - 86_400_000,
            to: now + 400 * 86_400_000,
            zone: 'Europe/Lisbon',
          })
          assert.ok(theirs, inner)
          assert.deepEqual(merged(ours.get(`${name}.ics`) ?? []), merged(theirs), inner)
          ours.delete(`${name}.ics`)
        }
        assert.deepEqual([...ours.keys()], [], 'nothing is left of what was deleted')
      }
    })
  })
}
