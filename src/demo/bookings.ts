import {
  cancelInvitee,
  cancelScheduledEvent,
  createInvitee,
  markNoShow,
  rescheduleInvitee,
  writeMeetingNotes,
} from '#bookings/index.ts'
import type { Principal } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import { act } from '#execution/act.ts'
import type { AppContext } from '#execution/perform.ts'
import { day as dayLength, minute } from '#platform/time/durations.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { findZone } from '#platform/time/zones.ts'
import { demoOwner } from './cast.ts'
import { type DemoEventTypes, uriOfType } from './event-types.ts'

interface Stage {
  /** A few days ago, when things were booked, */
  readonly earlier: AppContext
  /** and now, when some of it is over. */
  readonly present: AppContext
  readonly owner: Principal
  readonly eventTypes: DemoEventTypes
  /** What somebody answered to a form before they booked. */
  readonly submission: string
}

/**
 * Meetings of every kind: two that are over, one with a no-show; some that will come; one of a group; one canceled, one
 * moved.
 */
export const fillBookings = async ({ earlier, present, owner, eventTypes, submission }: Stage) => {
  const days = workingDays(present.clock.now())
  const book = (type: string, start_time: string, who: string, more: object = {}) =>
    act(earlier, createInvitee, owner, {
      event_type: uriOfType(eventTypes, type),
      start_time,
      invitee: {
        name: who,
        email: `${who.toLowerCase().replaceAll(' ', '.')}@client.test`,
        timezone: 'Europe/Stockholm',
      },
      ...more,
    })
  const shown = (
    name: string,
    start_time: string,
    status: 'active' | 'canceled',
    ...invitees: readonly { uri: string; event: string }[]
  ) => ({
    uri: invitees[0]?.event ?? '',
    name,
    start_time,
    status,
    invitees: invitees.map(({ uri }) => uri),
  })
  const zoom = { location: { kind: 'zoom_conference' } }
  const before = days(-1)
  const [next, after] = [days(1), days(2)]

  const over = await book('Intro call', before('09:00'), 'Demo Invitee', zoom)
  await act(present, writeMeetingNotes, owner, {
    uuid: idOf({ uri: over.event }),
    meeting_notes: 'Wants to see the product.',
  })
  const missed = await book('Intro call', before('10:00'), 'Demo Absentee', {
    location: { kind: 'outbound_call', location: '+46 70 123 45 67' },
  })
  await act(present, markNoShow, owner, { uuid: idOf(missed) })

  const demo = await book('Product demo', next('09:00'), 'Demo Invitee', {
    questions_and_answers: [
      { question: 'Company', answer: 'Client AB', position: 0 },
      { question: 'How big is your team?', answer: '11-100', position: 1 },
      { question: 'What are you interested in?', answer: 'API\nMCP', position: 2 },
    ],
    event_guests: ['demo.guest@client.test'],
    tracking: { utm_source: 'newsletter', utm_campaign: 'spring' },
    routing_form_submission: submission,
  })
  const seats = []
  for (const who of ['Demo Invitee', 'Demo Second Invitee', 'Demo Third Invitee'])
    seats.push(await book('Workshop', next('11:00'), who))
  const [, , third] = seats
  if (third) await act(earlier, cancelInvitee, owner, { uuid: idOf(third), reason: 'Something came up' })
  const panel = await book('Panel interview', after('09:00'), 'Demo Candidate')
  const support = await book('Support', after('11:00'), 'Demo Customer')

  const canceled = await book('Intro call', after('14:00'), 'Demo Second Invitee', zoom)
  await act(earlier, cancelScheduledEvent, owner, { uuid: idOf({ uri: canceled.event }), reason: 'Travelling' })
  const old = await book('Intro call', next('15:00'), 'Demo Third Invitee', zoom)
  const moved = await act(earlier, rescheduleInvitee, owner, {
    uuid: idOf(old),
    start_time: after('15:00'),
    reason: 'The train is late',
  })

  return [
    shown('Intro call', before('09:00'), 'active', over),
    shown('Intro call', before('10:00'), 'active', missed),
    shown('Product demo', next('09:00'), 'active', demo),
    shown('Workshop', next('11:00'), 'active', ...seats),
    shown('Panel interview', after('09:00'), 'active', panel),
    shown('Support', after('11:00'), 'active', support),
    shown('Intro call', after('14:00'), 'canceled', canceled),
    shown('Intro call', next('15:00'), 'canceled', old),
    shown('Intro call', after('15:00'), 'active', moved),
  ]
}

/** Monday to Friday where the owner lives: `workingDays(now)(1)('09:00')` is nine o'clock on the next one. */
const workingDays = (now: Date) => {
  const zone = findZone(demoOwner.timezone)
  if (!zone) throw new Error(`There is no zone ${demoOwner.timezone}.`)
  const today = Math.floor(zone.localAt(now.getTime()) / dayLength)
  // 1970 began on a Thursday.
  const isWorkingDay = (day: number): boolean => (day + 3) % 7 < 5
  return (count: number) => {
    const step = Math.sign(count)
    let day = today
    for (let left = Math.abs(count); left > 0; ) {
      day += step
      if (isWorkingDay(day)) left -= 1
    }
    return (time: string): string => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      return writeInstant(new Date(zone.instantOf(day * dayLength + (hours * 60 + minutes) * minute)))
    }
  }
}
