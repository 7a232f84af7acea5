import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import type { Calendar } from '../connection.ts'
import { factSubject } from '../fact-subject.ts'
import { CalendarResource, toCalendarResource } from '../resources.ts'
import { refreshKnownUntil, saveCalendarSettings } from '../store/calendars.ts'
import { listWantedEntries } from '../store/entries.ts'
import { forgetEvents } from '../workflow/disconnect.ts'
import { connectionFor, ownCalendar } from '../workflow/find-connection.ts'
import { offerConferences } from '../workflow/offer-conferences.ts'
import { queueSync } from '../workflow/queue-sync.ts'
import { queueWriting } from '../workflow/want-entries.ts'

export const updateCalendar = write({
  name: 'update_calendar',
  summary: 'Update the settings of a calendar of your own',
  description:
    'When you turn on `checks_conflicts`, the calendar is synced immediately; until then nobody can book you. Bookings are added to one calendar only: the last one you chose.',
  scopes: ['calendars:write'],
  fixed: ['name', 'time_zone', 'is_writable', 'is_own', 'is_new', 'is_empty', 'reason', 'connection', 'user'],
  input: z.object({
    uuid: pathId,
    checks_conflicts: z.boolean().optional(),
    counts_tentative: z.boolean().optional(),
    takes_meetings: z.boolean().optional(),
  }),
  output: CalendarResource,

  async run({ tx, principal, links, now, checkFixed }, { uuid, checks_conflicts, counts_tentative, takes_meetings }) {
    const calendar = await ownCalendar(tx, principal, uuid)
    const connection = await connectionFor(tx, principal, calendar.connectionId)
    if (takes_meetings && !calendar.isWritable)
      throw invalid({ parameter: 'takes_meetings', reason: 'read_only_calendar' })
    const changed = {
      ...calendar,
      ...given({ checksConflicts: checks_conflicts, countsTentative: counts_tentative, takesMeetings: takes_meetings }),
    }
    const resource = toCalendarResource(links, {
      ...changed,
      updatedAt: hasSame(calendar, changed) ? calendar.updatedAt : now,
    })
    checkFixed(resource)
    if (hasSame(calendar, changed)) return resource

    await saveCalendarSettings(tx, calendar, changed, now)
    if (!changed.checksConflicts) await forgetEvents(tx, changed)
    // Also without it: the one that was the fault of the whole account may not count any more.
    await queueSync(tx, connection, now)
    if (changed.takesMeetings !== calendar.takesMeetings) {
      await offerConferences(tx, calendar, now)
      await queueWriting(tx, await listWantedEntries(tx, calendar.organizationId, calendar.membershipId, now), now)
    }
    await refreshKnownUntil(tx, calendar.organizationId, calendar.membershipId, now)
    await recordChange({ tx, principal, now }, 'calendar.changed', factSubject(links, connection))
    return resource
  },
})

type Settings = Pick<Calendar, 'checksConflicts' | 'countsTentative' | 'takesMeetings'>

/** Those that were sent. */
const given = (settings: { readonly [Name in keyof Settings]: boolean | undefined }): Partial<Settings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))

const hasSame = (one: Settings, other: Settings): boolean =>
  one.checksConflicts === other.checksConflicts &&
  one.countsTentative === other.countsTentative &&
  one.takesMeetings === other.takesMeetings
