import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { calendarFaults } from '../../languages/calendar-faults.ts'
import { type Calendar, type CalendarConnection, type CalendarFault, connectionKinds } from './connection.ts'
import { calendarExample, connectionExample } from './examples.ts'
import { healthOf, healthStates } from './health.ts'

const faultCode = z
  .enum(Object.keys(calendarFaults) as [CalendarFault, ...CalendarFault[]])
  .nullable()
  .meta({ description: 'The reason as a code, for programs' })

const reasonOf = ({ fault }: { readonly fault: CalendarFault | null }): string | null =>
  fault === null ? null : calendarFaults[fault]

export const CalendarResource = z
  .object({
    uri,
    connection: uri,
    user: uri,
    name: z.string(),
    time_zone: z.string().nullable(),
    is_writable: z.boolean().meta({ description: 'Whether bookings can be added to this calendar' }),
    checks_conflicts: z.boolean().meta({ description: 'Whether this calendar is checked for conflicts' }),
    counts_tentative: z.boolean().meta({ description: 'Whether tentative events are conflicts' }),
    takes_meetings: z
      .boolean()
      .meta({ description: 'Whether bookings are added to this calendar; at most one per user' }),
    unread_events: z.number().int().meta({
      description: "The number of events that couldn't be read in full; they block time wherever they may be",
    }),
    is_own: z.boolean().meta({ description: 'False for a calendar that another person shares with the user' }),
    is_new: z.boolean().meta({
      description:
        "Whether the calendar was found after the account was connected and its settings haven't been changed since",
    }),
    is_empty: z.boolean().meta({
      description:
        'Whether no events are known. Some services return nothing for a shared calendar that the user is not allowed to read.',
    }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why this calendar in particular could not be synced, and what to do' }),
    reason_code: faultCode,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Calendar', examples: [calendarExample] })

export const toCalendarResource = (links: Links, calendar: Calendar): z.output<typeof CalendarResource> => ({
  uri: uriOf(links, 'calendars', calendar.id),
  connection: uriOf(links, 'calendar_connections', calendar.connectionId),
  user: uriOf(links, 'users', calendar.userId),
  name: calendar.name,
  time_zone: calendar.timeZone,
  is_writable: calendar.isWritable,
  checks_conflicts: calendar.checksConflicts,
  counts_tentative: calendar.countsTentative,
  takes_meetings: calendar.takesMeetings,
  unread_events: calendar.opaqueItems,
  is_own: calendar.isOwn,
  is_new: calendar.isNew,
  is_empty: calendar.isEmpty,
  reason: reasonOf(calendar),
  reason_code: calendar.fault,
  created_at: writeInstant(calendar.createdAt),
  updated_at: writeInstant(calendar.updatedAt),
})

export const ConnectionResource = z
  .object({
    uri,
    kind: z.enum(connectionKinds),
    account: z.string(),
    user: uri,
    state: z.enum(healthStates).meta({
      description:
        '`connecting`: not synced yet. `fresh`: synced within the last minutes. `late`: the last sync failed; events from the sync before are still used. `lost`: can no longer be synced; nobody can book the owner unless `stays_open_when_lost` is true.',
    }),
    is_syncing: z
      .boolean()
      .meta({ description: 'Whether a sync is queued or running; `state` is that of the last one' }),
    reason: z.string().nullable().meta({ description: 'Why the calendar is late or lost, and what to do' }),
    reason_code: faultCode,
    last_read_at: timestamp.nullable(),
    stays_open_when_lost: z
      .boolean()
      .meta({ description: 'Whether bookings are still accepted while the calendar is lost' }),
    calendars: z.array(CalendarResource),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'CalendarConnection', examples: [connectionExample] })

export const toConnectionResource = (
  links: Links,
  connection: CalendarConnection,
  calendars: readonly Calendar[],
  now: Date,
): z.output<typeof ConnectionResource> => ({
  uri: uriOf(links, 'calendar_connections', connection.id),
  kind: connection.kind,
  account: connection.account,
  user: uriOf(links, 'users', connection.userId),
  state: healthOf(connection, now),
  is_syncing: connection.isSyncing,
  reason: reasonOf(connection),
  reason_code: connection.fault,
  last_read_at: connection.syncedAt && writeInstant(connection.syncedAt),
  stays_open_when_lost: connection.staysOpen,
  calendars: calendars
    .filter(({ connectionId }) => connectionId === connection.id)
    .map((calendar) => toCalendarResource(links, calendar)),
  created_at: writeInstant(connection.createdAt),
  updated_at: writeInstant(connection.updatedAt),
})
