import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourceOf } from './answers.ts'
import { aBooking, aSharedType } from './bookings.ts'
import { connectWithConsent, oauthSettings, useCalendarServices } from './calendar-services.ts'
import { connect } from './calendars.ts'
import { aFounder } from './cast.ts'
import { aDavStandIn } from './dav-stand-in.ts'
import { anEventType } from './event-types.ts'
import { mailApp } from './mail.ts'
import { signedInAs } from './visitor.ts'

const at = (hour: string): string => `2026-03-10T${hour}:00:00Z`

type Change = 'longer' | 'shorter' | 'freed' | 'canceled'
/** When an entry from 10 to 11 ends then. */
const ends = { longer: '1130', shorter: '1030' }
const ending = (how: keyof typeof ends): string => `2026-03-10T${ends[how].slice(0, 2)}:${ends[how].slice(2)}:00Z`

/** What comes of it when hosts change the entries of meetings in calendars of these kinds. */
export const hostChangesTest = async (...kinds: readonly ('caldav' | 'google' | 'microsoft')[]): Promise<void> => {
  const services: { make?: ReturnType<typeof useCalendarServices> } = {}
  const app = await mailApp({
    settings: oauthSettings,
    onContext: (context) => {
      services.make = useCalendarServices(context)
    },
  })
  const newServices = services.make ?? assert.fail()

  /** A calendar of each kind, as its owner uses it. */
  const calendars = {
    caldav: async () => {
      const dav = await aDavStandIn()
      const text = () => [...dav.items.values()].map((item) => item.text)
      return {
        connect: (person: Parameters<typeof connect>[1]) => connect(app, person, dav),
        starts: () => text().map((one) => /DTSTART:\d{8}T(\d\d)/.exec(one)?.[1]),
        move: (hour: string) => {
          for (const [path, item] of dav.items)
            dav.put(
              path,
              item.text
                .replace(/DTSTART:\d{8}T\d\d/, `DTSTART:20260310T${hour}`)
                .replace(/DTEND:\d{8}T\d\d/, `DTEND:20260310T${Number(hour) + 1}`),
            )
        },
        remove: () => dav.items.clear(),
        change: (how: Change) => {
          for (const [path, item] of dav.items) {
            if (how === 'freed')
              dav.put(
                path,
                item.text.replace('END:VEVENT', 'TRANSP:TRANSPARENT\r\nEND:VEVENT').replace('TRANSP:OPAQUE\r\n', ''),
              )
            else if (how === 'canceled') dav.put(path, item.text.replace(/STATUS:\w+/, 'STATUS:CANCELLED'))
            else dav.put(path, item.text.replace(/DTEND:\d{8}T\d{4}/, `DTEND:20260310T${ends[how]}`))
          }
        },
        add: () => {
          for (const [path, item] of dav.items)
            dav.put(
              path,
              item.text.replace('END:VEVENT', 'COLOR:red\r\nBEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nEND:VEVENT'),
            )
        },
        isKept: () => text().every((one) => one.includes('COLOR:red') && one.includes('TRIGGER:-PT5M')),
      }
    },
    google: async () => {
      const { google } = await newServices()
      return {
        connect: (person: Parameters<typeof connect>[1]) => connectWithConsent(app, person, 'google', google),
        starts: () => google.events().map(({ start }) => start.dateTime.slice(11, 13)),
        move: (hour: string) => {
          for (const event of google.events())
            google.put({ ...event, start: { dateTime: at(hour) }, end: { dateTime: at(String(Number(hour) + 1)) } })
        },
        remove: () => {
          for (const { id } of google.events()) google.remove(id)
        },
        change: (how: Change) => {
          for (const event of google.events()) {
            if (how === 'freed') google.put({ ...event, transparency: 'transparent' })
            else if (how === 'longer' || how === 'shorter') google.put({ ...event, end: { dateTime: ending(how) } })
          }
        },
        add: () => {
          for (const event of google.events())
            google.put({ ...event, colorId: '7', location: 'Room 5', description: `${event.description}\nBring it` })
        },
        isKept: () =>
          google
            .events()
            .every((one) => one.colorId === '7' && one.location === 'Room 5' && one.description.endsWith('Bring it')),
      }
    },
    microsoft: async () => {
      const { microsoft } = await newServices()
      const when = (hour: string) => ({ dateTime: `2026-03-10T${hour}:00:00.0000000`, timeZone: 'UTC' })
      return {
        connect: (person: Parameters<typeof connect>[1]) => connectWithConsent(app, person, 'microsoft', microsoft),
        starts: () => microsoft.events().map(({ start }) => start.dateTime.slice(11, 13)),
        move: (hour: string) => {
          for (const event of microsoft.events())
            microsoft.put({ ...event, start: when(hour), end: when(String(Number(hour) + 1)) })
        },
        remove: () => {
          for (const { id } of microsoft.events()) microsoft.remove(id)
        },
        change: (how: Change) => {
          for (const event of microsoft.events()) {
            if (how === 'freed') microsoft.put({ ...event, showAs: 'free' })
            else if (how === 'canceled') microsoft.put({ ...event, isCancelled: true })
            else microsoft.put({ ...event, end: { dateTime: ending(how).replace('Z', '.0000000'), timeZone: 'UTC' } })
          }
        },
        add: () => {
          const joining = { contentType: 'text', content: 'Join the online meeting' }
          for (const event of microsoft.events()) microsoft.put({ ...event, isOnlineMeeting: true, body: joining })
        },
        isKept: () => microsoft.events().every((one) => one.body.content === 'Join the online meeting'),
      }
    },
  }

  for (const kind of kinds) {
    const aCalendar = calendars[kind]
    const aHost = async (guests = 1) => {
      const calendar = await aCalendar()
      const person = await aFounder(app)
      const traits = {
        name: 'Intro',
        active: true,
        duration: 60,
        timezone: 'UTC',
        scheduling_rules: { start_time_increment: 60 },
      }
      const type = await (guests === 1
        ? anEventType(app, person, traits)
        : aSharedType(app, person, 'group', { ...traits, seats: guests }))
      const booked = await aBooking(app, person, type, { start_time: at('10') })
      for (let more = 1; more < guests; more += 1) await aBooking(app, person, type, { start_time: at('10') })
      const { uri } = await calendar.connect(person)
      await app.work()
      const sync = async () => {
        await app.ask(`POST ${uri}/read`, { token: person.token })
        await app.work()
      }
      await sync()
      const noticed = async (act: () => void) => {
        const mails = await app.mailDuring(async () => {
          act()
          await sync()
          await sync()
        })
        return mails.filter(({ envelopeTo }) => envelopeTo.includes(person.email))
      }
      const meeting = async () =>
        resourceOf(await app.ask(`GET /scheduled_events/${booked.eventId}`, { token: person.token }))
      const visitor = await signedInAs(app, person)
      const external = async () => {
        const query = { user: person.uri, start_time: at('00'), end_time: '2026-03-11T00:00:00Z' }
        const { body } = await app.ask('GET /user_busy_times', { token: person.token, query })
        return body.collection.flatMap(({ type, start_time }: never) =>
          type === 'external' ? [`${(start_time as string).slice(0, 19)}Z`] : [],
        )
      }
      const settle = async (text: string, how: 'follow' | 'restore') => {
        const path = new URL(/https?:\S+\/app\/integrations\/changes\/[\w-]+/.exec(text)?.[0] ?? assert.fail(text))
          .pathname
        const shown = await visitor.get(path)
        assert.equal(shown.status, 200)
        const answer = await visitor.submit(`${path}/${how}`, {}, { page: path })
        await app.work()
        assert.match((await visitor.get(path)).text, /already handled/)
        return answer
      }
      return { calendar, person, type, noticed, meeting, settle, sync, external }
    }

    describe(`a meeting that its host changes in their own calendar (${kind})`, () => {
      test('is told once, stays as it was booked, and is put back or follows as the host says', async () => {
        const { calendar, noticed, meeting, settle, external } = await aHost()
        assert.deepEqual(calendar.starts(), ['10'])
        const [mail, ...more] = await noticed(() => calendar.move('14'))
        assert.deepEqual(more, [], 'one mail, however often it is read')
        assert.equal(mail?.subject, '“Intro” was moved in your calendar')
        assert.match(mail?.text ?? '', /Reschedule meeting[\s\S]*Restore in calendar/)
        assert.deepEqual([(await meeting()).status, (await meeting()).start_time.slice(11, 13)], ['active', '10'])
        assert.deepEqual(await external(), [at('14')], 'the time it was moved to is busy at once')
        await settle(mail?.text ?? '', 'restore')
        assert.deepEqual(calendar.starts(), ['10'])

        const [again] = await noticed(() => calendar.move('15'))
        assert.equal((await settle(again?.text ?? '', 'follow')).location, '/app/integrations?done=saved')
        assert.equal((await meeting()).status, 'canceled', 'it was moved')
        assert.deepEqual(calendar.starts(), ['15'])
        assert.deepEqual(await noticed(() => {}), [], 'what we write ourselves is no change of the host')
      })

      test('keeps what the host has added to its entry, when it is put back', async () => {
        const { calendar, noticed, settle } = await aHost()
        calendar.add()
        const [mail] = await noticed(() => calendar.move('14'))
        await settle(mail?.text ?? '', 'restore')
        assert.deepEqual([calendar.starts(), calendar.isKept()], [['10'], true])
      })

      test('is moved with all its guests, where several come', async () => {
        const { calendar, person, noticed, meeting, settle } = await aHost(3)
        const [mail] = await noticed(() => calendar.move('15'))
        assert.equal((await settle(mail?.text ?? '', 'follow')).location, '/app/integrations?done=saved')
        assert.equal((await meeting()).status, 'canceled')
        assert.deepEqual(calendar.starts(), ['15'])
        const active = await app.ask('GET /scheduled_events', {
          token: person.token,
          query: { user: person.uri, status: 'active' },
        })
        assert.deepEqual(
          active.body.collection.map(({ start_time, invitees_counter: { active: coming } }: never) => [
            (start_time as string).slice(11, 13),
            coming,
          ]),
          [['15', 3]],
        )
        assert.deepEqual(await noticed(() => {}), [])
      })

      test('that is made longer is asked about as that; the added time is busy; kept so, it is asked about no more', async () => {
        const { calendar, noticed, meeting, settle, external } = await aHost()
        const [mail, ...more] = await noticed(() => calendar.change('longer'))
        assert.deepEqual([mail?.subject, more], ['“Intro” is longer in your calendar', []])
        assert.match(mail?.text ?? '', /11:30[\s\S]*Keep the longer time[\s\S]*Restore in calendar/)
        assert.deepEqual(await external(), [at('11')])
        assert.equal((await settle(mail?.text ?? '', 'follow')).location, '/app/integrations?done=saved')
        assert.deepEqual([(await meeting()).status, await external()], ['active', [at('11')]])
        app.clock.advance(24 * 60 * 60_000)
        assert.deepEqual(await noticed(() => {}), [], 'nor by the comparison of the next day')

        const [again] = await noticed(() => calendar.change('shorter'))
        assert.equal(again?.subject, '“Intro” is shorter in your calendar')
        await settle(again?.text ?? '', 'restore')
        assert.deepEqual([await noticed(() => {}), await external()], [[], []])
      })

      // At Google an event that is canceled is a deleted one.
      for (const [how, subject] of [
        ['freed', '“Intro” was marked as free in your calendar'] as const,
        ['canceled', '“Intro” was canceled in your calendar'] as const,
      ])
        if (kind !== 'google' || how !== 'canceled')
          test(`that is ${how} there is asked about as that, and canceled when the host says so`, async () => {
            const { calendar, noticed, meeting, settle } = await aHost()
            const [mail, ...more] = await noticed(() => calendar.change(how))
            assert.deepEqual([mail?.subject, more, (await meeting()).status], [subject, [], 'active'])
            await settle(mail?.text ?? '', 'follow')
            assert.equal((await meeting()).status, 'canceled')
          })

      test('that is deleted before it was ever read is asked about at the next sync', async () => {
        const { calendar, person, type, noticed } = await aHost()
        await aBooking(app, person, type, { start_time: at('12') })
        await app.work()
        assert.equal(calendar.starts().length, 2)
        const mails = await noticed(() => calendar.remove())
        assert.deepEqual(
          mails.map(({ subject }) => subject),
          ['“Intro” was deleted in your calendar', '“Intro” was deleted in your calendar'],
        )
      })

      test('that is deleted there is put back, or canceled when the host says so', async () => {
        const { calendar, noticed, meeting, settle } = await aHost()
        const [mail] = await noticed(() => calendar.remove())
        assert.equal(mail?.subject, '“Intro” was deleted in your calendar')
        assert.equal((await meeting()).status, 'active')
        await settle(mail?.text ?? '', 'restore')
        assert.deepEqual(calendar.starts(), ['10'])
        // Before it was ever read.
        const [again] = await noticed(() => calendar.remove())
        await settle(again?.text ?? '', 'follow')
        assert.equal((await meeting()).status, 'canceled')
        assert.deepEqual(calendar.starts(), [])
      })
    })
  }
}
