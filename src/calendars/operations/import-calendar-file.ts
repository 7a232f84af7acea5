import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { deleteAllBusySpans, insertBusySpans } from '#availability/index.ts'
import { invalid } from '#contract/problem.ts'
import { uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { checkMemberRight, findMembershipOfUser } from '#organizations/index.ts'
import { readBusyTimes } from '../workflow/read-calendar-file.ts'

/** No calendar's: what a member has brought from a file. */
const fileCalendar = '00000000-0000-0000-0000-000000000002'

const spansAtOnce = 500

/** For the command line: the file is on the machine of the service. */
export const importCalendarFile = write({
  name: 'import_calendar_file',
  summary: 'Take the events of a calendar file as busy times',
  description: 'Replaces the events of the previous file. Only event times are stored.',
  scopes: ['calendars:write'],
  input: z.object({ calendar: z.string() }),
  output: z.object({ events: z.number(), busy_times: z.number(), until: z.iso.datetime() }),

  async ask({ reader, principal, now }, { calendar }) {
    const membership = await findMembershipOfUser(reader, principal.organizationId, principal.userId)
    const read = await readBusyTimes(reader, calendar, { principal, user: membership?.user, now })
    if (!read)
      throw invalid({
        parameter: 'calendar',
        reason: 'not_a_calendar_file',
      })
    return read
  },

  async run({ tx, principal, links, now }, _, { events, spans, until }) {
    await checkMemberRight(tx, principal, 'connect_calendars')
    const calendar = {
      organizationId: principal.organizationId,
      membershipId: principal.membershipId,
      calendarId: fileCalendar,
    }
    await deleteAllBusySpans(tx, calendar)
    for (let from = 0; from < spans.length; from += spansAtOnce)
      await insertBusySpans(tx, calendar, spans.slice(from, from + spansAtOnce))
    const user = uriOf(links, 'users', principal.userId)
    await recordChange({ tx, principal, now }, 'calendar.file_imported', { uri: user, kind: 'file', user })
    return { events, busy_times: spans.length, until: until.toISOString() }
  },
})
