import { z } from 'zod'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { findHostChange } from '../store/host-changes.ts'
import { newTimeOf } from '../workflow/record-host-change.ts'

const timestamp = z.string()

/** Never served at an address: the console runs it, where the mail about it leads to. */
export const getCalendarEntryChange = read({
  name: 'get_calendar_entry_change',
  summary: 'What you did to the entry of a meeting in your own calendar',
  scopes: ['calendars:read'],
  input: z.object({ uuid: pathId }),
  output: z.object({
    name: z.string(),
    start_time: timestamp,
    end_time: timestamp,
    scheduled_event: z.string().meta({ description: 'Its id' }),
    change: z.enum(['moved', 'longer', 'shorter', 'freed', 'canceled', 'deleted']),
    new_time: timestamp.nullable().meta({
      description: 'When it begins now; when it ends, if it was made longer or shorter; null if it is not to be',
    }),
  }),

  async run({ reader, principal }, { uuid }) {
    const found = await findHostChange(reader, principal.organizationId, principal.membershipId, uuid)
    if (!found) throw missing()
    const { name, startsAt, endsAt, scheduledEventId, change } = found
    const newTime = newTimeOf(change)
    return {
      name,
      start_time: writeInstant(startsAt),
      end_time: writeInstant(endsAt),
      scheduled_event: scheduledEventId,
      change: change.kind,
      new_time: newTime === null ? null : writeInstant(new Date(newTime)),
    }
  },
})
