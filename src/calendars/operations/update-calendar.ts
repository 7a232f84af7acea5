import { z } from 'zod'
import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { invalid } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { factSubject } from '../fact-subject.ts'
import { CalendarResource, toCalendarResource } from '../resources.ts'
import { refreshKnownUntil, saveCalendarSettings } from '../store/calendars.ts'
import { listWantedEntries } from '../store/entries.ts'
import { forgetEvents } from '../workflow/disconnect.ts'
import { connectionFor, ownCalendar } from '../workflow/find-connection.ts'
import { queueLook } from '../workflow/queue-look.ts'
import { queueWriting } from '../workflow/want-entries.ts'

export const updateCalendar = write({
  name: 'update_calendar',
  summary: 'Change how a calendar of your own counts',
  description:
    'One that begins to count is read at once; until then you are offered to nobody. At most one calendar of yours takes meetings: the last you chose.',
  scopes: ['calendars:write'],
  fixed: ['name', 'time_zone', 'is_writable', 'connection', 'user', 'unread_events'],
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
    if (takes_meetings && !calendar.isWritable) throw invalid({ parameter: 'takes_meetings', message: 'this calendar can only be read' })
    await saveCalendarSettings(tx, calendar, { checksConflicts: checks_conflicts, countsTentative: counts_tentative, takesMeetings: takes_meetings }, now)
    const changed = await ownCalendar(tx, principal, uuid)
    if (!changed.checksConflicts) await forgetEvents(tx, changed)
    else await queueLook(tx, connection, now)
    if (changed.takesMeetings !== calendar.takesMeetings)
      await queueWriting(tx, await listWantedEntries(tx, calendar.organizationId, calendar.membershipId, now), now)
    await refreshKnownUntil(tx, calendar.organizationId, calendar.membershipId, now)
    await recordFact(tx, {
      name: 'calendar.changed',
      organizationId: calendar.organizationId,
      actor: actorOf(principal),
      subject: factSubject(links, connection),
      occurredAt: now,
    })
    const resource = toCalendarResource(links, changed)
    checkFixed(resource)
    return resource
  },
})
