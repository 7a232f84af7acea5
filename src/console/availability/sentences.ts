import type { ExplainedHostReason, ExplainedReason, ExplanationWarning } from '#calendars/index.ts'
import { idInUri } from '#contract/wire.ts'
import { zoneOf } from '#event-types/index.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { minute } from '#platform/time/durations.ts'
import { counted, filled, writeDuration } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { eventTypesTexts } from '../../../languages/console/event-types.ts'
import { sentenceWith } from './clock-time.ts'
import { textsFor, writeDate, writeFarDate, writeIntervals, writeSpan, writeTime } from './texts.ts'
import type { ReasonText } from './why-panel.tsx'

/** What the sentences are about. */
export interface Asked {
  readonly visit: SignedInVisit
  readonly type: { readonly id: string; readonly name: string }
  /** In which times are written. */
  readonly zone: string
  readonly date: string
  readonly time: string
  /** Where the hours of the viewer are changed. */
  readonly hoursPath: string
  /** Who asks: "you" for themselves, their names for others. */
  readonly viewer: string
}

interface Person {
  readonly user: string
  readonly name: string
  readonly timezone: string
}

/** What a clock in a zone shows. */
export const localOf = (zone: string, instant: string): { readonly date: string; readonly time: string } => {
  const text = new Date(zoneOf(zone).localAt(Date.parse(instant))).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

const spanOf = (
  { visit, zone }: Asked,
  { start_time, end_time }: { readonly start_time: string; readonly end_time: string },
): string => writeSpan(visit, localOf(zone, start_time).time, localOf(zone, end_time).time)

/** The asked time, or that of an instant, as the viewer reads clocks. */
const timeOf = ({ visit, zone, time }: Asked, instant?: string): string =>
  writeTime(visit, instant === undefined ? time : localOf(zone, instant).time)

/** `9:00 am – 5:00 pm (Lisbon time)` */
const inZone = ({ visit }: Asked, text: string, zone: string): string =>
  filled(textsFor(visit).reasons.inZone, { text, zone: cityOf(visit.language.locale, zone) })

/** `14:24 today`, or with the date. */
const momentOf = (asked: Asked, instant: string): string => {
  const { visit, zone } = asked
  const { reasons } = textsFor(visit)
  const { date } = localOf(zone, instant)
  const time = timeOf(asked, instant)
  const isToday = date === localOf(zone, visit.now.toISOString()).date
  return isToday ? filled(reasons.today, { time }) : filled(reasons.onDate, { time, date: writeDate(visit, date) })
}

/** `Dec 12`, with the year if it is another one. */
const dayOf = ({ visit, zone }: Asked, date: string): string =>
  date.slice(0, 4) === localOf(zone, visit.now.toISOString()).date.slice(0, 4)
    ? writeDate(visit, date, { month: 'short', day: 'numeric' })
    : writeFarDate(visit, date)

/** A reason in words, with a link to what would mend it. */
export const textOf = (asked: Asked, host: Person | null, reason: ExplainedReason): ReasonText => {
  const texts = textsFor(asked.visit)
  const { reasons } = texts
  const ofType = { label: filled(texts.fixes.type, { type: asked.type.name }), href: `/app/types/${asked.type.id}` }
  switch (reason.kind) {
    case 'off':
      return { text: filled(reasons.off, { type: asked.type.name }), fix: ofType }
    case 'unpayable':
      return {
        text: filled(reasons.unpayable, { type: asked.type.name }),
        fix: { label: texts.fixes.payments, href: '/app/integrations/payments' },
      }
    case 'no_host':
      return { text: reasons.noHost, fix: ofType }
    case 'past':
      return { text: reasons.past }
    case 'zone_change':
      return {
        text: sentenceWith(reasons.zoneChange, { time: timeOf(asked), date: writeDate(asked.visit, asked.date) }),
      }
    case 'notice': {
      const notice = writeDuration(asked.visit.language, reason.minutes)
      return {
        text: sentenceWith(reasons.notice, {
          notice,
          first: momentOf(asked, reason.first_start_time),
        }),
        fix: ofType,
      }
    }
    case 'window': {
      const [first, last] = [reason.start_date, reason.end_date].map((date) =>
        date === null ? '' : dayOf(asked, date),
      )
      return {
        text: filled(reason.start_date === null ? reasons.windowEnd : reasons.windowBetween, {
          first: first ?? '',
          last: last ?? '',
        }),
        fix: ofType,
      }
    }
    case 'collective':
      return {
        text: filled(reasons.collective, { name: inZone(asked, reason.host.name, reason.host.timezone) }),
        lines: reason.reasons.map((own) => sentenceOf(asked, reason.host, own)),
      }
    case 'round_robin':
      return {
        text: counted(asked.visit.language, reason.hosts.length, reasons.roundRobin),
        lines: reason.hosts.map(
          ({ host: one, reasons: own }) =>
            `${inZone(asked, one.name, one.timezone)}: ${own.map((each) => sentenceOf(asked, one, each)).join(' ')}`,
        ),
      }
    default:
      return { text: sentenceOf(asked, host, reason), fix: fixOf(asked, host, reason, ofType) }
  }
}

/** What is wrong although the time can be booked, with a link to what would mend it. */
export const warningOf = (asked: Asked, { location, hosts }: ExplanationWarning): ReasonText => {
  const { reasons, fixes } = textsFor(asked.visit)
  const service = inLocale(eventTypesTexts, asked.visit.language.locale).locations[location]
  const others = hosts.filter(({ user }) => user !== asked.viewer)
  if (others.length === 0)
    return {
      text: filled(reasons.noLink, { service }),
      fix: { label: fixes.conferences, href: '/app/integrations/conferences' },
    }
  return {
    text: filled(reasons.noLinkOf, { service, names: hosts.map(({ name }) => name).join(reasons.and) }),
    fix: { label: filled(fixes.type, { type: asked.type.name }), href: `/app/types/${asked.type.id}` },
  }
}

const fixOf = (
  asked: Asked,
  host: Person | null,
  reason: ExplainedHostReason,
  ofType: { readonly label: string; readonly href: string },
): ReasonText['fix'] => {
  switch (reason.kind) {
    case 'hours':
    case 'override':
    case 'too_long':
      return host?.user === asked.viewer ? { label: textsFor(asked.visit).fixes.hours, href: asked.hoursPath } : ofType
    case 'meeting':
      return reason.event === null
        ? undefined
        : { label: textsFor(asked.visit).fixes.meeting, href: `/app/meetings?open=${idInUri(reason.event)}` }
    case 'calendar':
    case 'unread':
      return host?.user === asked.viewer
        ? { label: textsFor(asked.visit).fixes.calendars, href: '/app/integrations' }
        : undefined
    case 'grid':
    case 'day_limit':
    case 'week_limit':
    case 'seats':
    case 'buffer':
      return ofType
    default:
      return undefined
  }
}

const sentenceOf = (asked: Asked, host: Person | null, reason: ExplainedHostReason): string => {
  const { reasons } = textsFor(asked.visit)
  const isViewer = host !== null && host.user === asked.viewer
  const name = host?.name ?? ''
  const pick = (own: string, others: string): string => (isViewer ? own : others)
  /** The hours are those of the host's clock. */
  const hoursOf = ({
    intervals,
    timezone,
  }: Extract<ExplainedHostReason, { readonly kind: 'hours' | 'override' }>): string => {
    const hours = writeIntervals(asked.visit, intervals, reasons.and)
    return timezone === asked.zone ? hours : inZone(asked, hours, timezone)
  }
  switch (reason.kind) {
    case 'hours': {
      const values = { name, day: writeDate(asked.visit, reason.date, { weekday: 'long' }), hours: hoursOf(reason) }
      if (reason.intervals.length === 0) return filled(pick(reasons.noHours, reasons.noHoursOf), values)
      return sentenceWith(pick(reasons.hours, reasons.hoursOf), values)
    }
    case 'override': {
      const values = { name, date: writeDate(asked.visit, reason.date), hours: hoursOf(reason) }
      if (reason.intervals.length === 0) return filled(pick(reasons.dayOff, reasons.dayOffOf), values)
      return sentenceWith(pick(reasons.override, reasons.overrideOf), values)
    }
    case 'too_long': {
      const [end, closes] = [timeOf(asked, reason.end_time), timeOf(asked, reason.hours_end_time)]
      return sentenceWith(pick(reasons.tooLong, reasons.tooLongOf), {
        name,
        duration: String(reason.duration),
        time: timeOf(asked),
        end,
        closes,
      })
    }
    case 'grid': {
      const starts = [reason.previous_start_time, reason.next_start_time].flatMap((start) =>
        start === null ? [] : timeOf(asked, start),
      )
      const values = {
        type: asked.type.name,
        increment: String(reason.increment),
        starts: starts.join(reasons.and),
        time: timeOf(asked),
      }
      return sentenceWith(starts.length === 0 ? reasons.gridAlone : reasons.grid, values)
    }
    case 'day_limit':
      return filled(reasons.dayLimit, {
        booked: String(reason.booked),
        limit: String(reason.limit),
        date: writeDate(asked.visit, reason.date),
      })
    case 'week_limit':
      return filled(reasons.weekLimit, {
        booked: String(reason.booked),
        limit: String(reason.limit),
        date: writeDate(asked.visit, reason.week_of),
      })
    case 'seats':
      return filled(reasons.seats, { seats: String(reason.seats) })
    case 'reserved':
      return reasons.reserved
    default:
      return takenSentence(asked, { isViewer, name }, reason)
  }
}

type TakenReason = Extract<ExplainedHostReason, { readonly kind: 'meeting' | 'buffer' | 'calendar' | 'unread' }>

const takenSentence = (
  asked: Asked,
  { isViewer, name }: { readonly isViewer: boolean; readonly name: string },
  reason: TakenReason,
): string => {
  const { reasons, why } = textsFor(asked.visit)
  switch (reason.kind) {
    case 'meeting':
      return sentenceWith(isViewer ? reasons.meeting : reasons.meetingOf, {
        name,
        meeting: reason.name ?? why.aMeeting,
        span: spanOf(asked, reason),
      })
    case 'buffer': {
      const meeting = reason.name ?? (reason.calendar === null ? why.aMeeting : why.aCalendar)
      // The buffer of the asked meeting is before it when the other ends earlier; that of the other is then after the
      // other.
      const [own, other] =
        reason.side === 'before' ? [reasons.keepsBefore, reasons.keepsAfter] : [reasons.keepsAfter, reasons.keepsBefore]
      return [
        filled(reasons.buffer, { meeting, span: spanOf(asked, reason) }),
        ...(reason.minutes > 0 ? [filled(own, { type: asked.type.name, minutes: String(reason.minutes) })] : []),
        ...(reason.other_minutes > 0 ? [filled(other, { type: meeting, minutes: String(reason.other_minutes) })] : []),
      ].join(' ')
    }
    case 'calendar':
      return sentenceWith(isViewer ? reasons.calendar : reasons.calendarOf, {
        name,
        calendar: reason.name ?? '',
        span: spanOf(asked, reason),
      })
    case 'unread': {
      if (Date.parse(reason.known_until) > asked.visit.now.getTime() + minute) {
        const until = dayOf(asked, localOf(asked.zone, reason.known_until).date)
        return filled(isViewer ? reasons.syncedUntil : reasons.syncedUntilOf, { name, until })
      }
      const read = reason.last_read_at ?? reason.known_until
      return sentenceWith(isViewer && reason.name !== null ? reasons.unread : reasons.unreadOf, {
        name,
        calendar: reason.name ?? '',
        since: momentOf(asked, read),
      })
    }
  }
}

/** In a few words, for the list of a day. */
export const shortOf = ({ visit }: Pick<Asked, 'visit'>, reason: ExplainedReason | null): string => {
  const { short, why } = textsFor(visit)
  if (reason === null) return short.offered
  switch (reason.kind) {
    case 'no_host':
      return short.noHost
    case 'too_long':
      return short.tooLong
    case 'day_limit':
    case 'week_limit':
      return short.limit
    case 'zone_change':
      return short.hours
    case 'meeting':
      return filled(short.meeting, { meeting: reason.name ?? why.aMeeting })
    case 'buffer':
      return filled(short.buffer, { meeting: reason.name ?? (reason.calendar === null ? why.aMeeting : why.aCalendar) })
    case 'calendar':
      return filled(short.calendar, { calendar: reason.name ?? why.aCalendar })
    case 'collective':
      return filled(short.collective, { name: reason.host.name })
    case 'round_robin':
      return short.roundRobin
    default:
      return short[reason.kind]
  }
}
