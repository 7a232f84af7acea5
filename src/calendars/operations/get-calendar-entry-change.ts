import { z } from 'zod'
import { read } from '#contract/operation.ts'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { findHostChange } from '../store/host-changes.ts'

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
    moved_to: timestamp.nullable().meta({ description: 'Null when the entry was deleted' }),
  }),

  async run({ reader, principal }, { uuid }) {
    const found = await findHostChange(reader, principal.organizationId, principal.membershipId, uuid)
    if (!found) throw missing()
    const { name, startsAt, endsAt, scheduledEventId, change } = found
    return {
      name,
      start_time: writeInstant(startsAt),
      end_time: writeInstant(endsAt),
      scheduled_event: scheduledEventId,
      moved_to: change.kind === 'moved' ? writeInstant(new Date(change.startsAt)) : null,
    }
  },
})
