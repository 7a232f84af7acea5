import type { z } from 'zod'
import { cancelUrl, type InviteeResource, type OwnBooking, rescheduleUrl } from '#bookings/index.ts'
import type { UrlContext } from '#contract/wire.ts'
import type { EventType } from '#event-types/index.ts'
import { writeOffset } from '#platform/time/instant.ts'
import { findZone } from '#platform/time/zones.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { locationInOneLine } from './locations.ts'
import { pageLanguageOf } from './page-language.ts'

type Invitee = z.output<typeof InviteeResource>

const trackingNames = [
  'utm_campaign',
  'utm_source',
  'utm_medium',
  'utm_content',
  'utm_term',
  'salesforce_uuid',
] as const

/**
 * The type's own page to redirect to after booking, with the parameters that it may want. Undefined when it has none.
 */
export const redirectAfter = (
  eventType: Pick<EventType, 'id' | 'name' | 'redirectUrl' | 'questions'>,
  { invitee, scheduledEvent }: OwnBooking,
  resource: Invitee,
): string | undefined => {
  if (eventType.redirectUrl === null || !URL.canParse(eventType.redirectUrl)) return undefined
  const url = new URL(eventType.redirectUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const [first, ...rest] = invitee.name.split(' ')
  const put = (name: string, value: string | null | undefined): void => {
    if (value !== null && value !== undefined && value !== '') url.searchParams.set(name, value)
  }
  put('assigned_to', scheduledEvent.hosts.map(({ name }) => name).join(', '))
  put('event_type_uuid', eventType.id)
  put('event_type_name', eventType.name)
  put('event_start_time', inLocalTime(invitee.timezone, scheduledEvent.startsAt))
  put('event_end_time', inLocalTime(invitee.timezone, scheduledEvent.endsAt))
  put('invitee_uuid', invitee.id)
  put('invitee_full_name', invitee.name)
  put('invitee_first_name', invitee.firstName ?? first)
  put('invitee_last_name', invitee.lastName ?? rest.join(' '))
  put('invitee_email', invitee.email)
  const asked = eventType.questions.filter(({ enabled }) => enabled)
  for (const [index, question] of asked.entries())
    put(
      `answer_${index + 1}`,
      invitee.answers.find(({ position }) => position === question.position)?.answer.replaceAll('\n', ', '),
    )
  put('text_reminder_number', invitee.textReminderNumber)
  put('guests', invitee.guests.join(','))
  for (const name of trackingNames) put(name, resource.tracking[name])
  return url.href
}

/** `2026-11-20T09:00:00-05:00`: in the invitee's local time. */
const inLocalTime = (zone: string, instant: Date): string =>
  writeOffset(instant, findZone(zone)?.offsetAt(instant.getTime()) ?? 0)

/** `20261120T090000Z` */
const compact = (instant: Date): string => `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Calendars on the web with a URL that opens a filled-in entry. */
export interface WebCalendars {
  readonly google: string
  readonly outlook: string
  readonly office365: string
}

/** A URL with more is refused by some servers. */
const maxDescription = 1_500

/** URLs that add the entry to calendars on the web. */
export const webCalendars = (context: UrlContext, own: OwnBooking, { locale, texts }: PageLanguage): WebCalendars => {
  const { scheduledEvent } = own
  const title = `${scheduledEvent.name} · ${scheduledEvent.hosts.map(({ name }) => name).join(', ')}`
  const location = locationInOneLine(pageLanguageOf(locale), scheduledEvent.location)
  const description = descriptionOf(context, own, texts)
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(scheduledEvent.startsAt)}/${compact(scheduledEvent.endsAt)}`,
    details: description,
    location,
  })
  const microsoft = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: scheduledEvent.startsAt.toISOString(),
    enddt: scheduledEvent.endsAt.toISOString(),
    body: description,
    location,
  })
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${microsoft}`,
    office365: `https://outlook.office.com/calendar/0/deeplink/compose?${microsoft}`,
  }
}

/** What the mailed entry says as well: the answers, and where the invitee reschedules and cancels. */
const descriptionOf = (context: UrlContext, { invitee }: OwnBooking, texts: PageLanguage['texts']): string => {
  const links = [
    `${texts.reschedule}: ${rescheduleUrl(context, invitee)}`,
    `${texts.cancel}: ${cancelUrl(context, invitee)}`,
  ].join('\n\n')
  const answers = invitee.answers.map(({ question, answer }) => `${question}: ${answer}`).join('\n\n')
  return [answers.slice(0, maxDescription - links.length).toWellFormed(), links].filter(Boolean).join('\n\n')
}
