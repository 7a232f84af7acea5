import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { instant, referenceTo, timestamp } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { freeTimeOfHost } from '../openings.ts'
import { findBookableTimes } from '../store/bookables.ts'

/** For tools that look for a time of several people: of those who only come along, neither grid nor notice matters. */
export const listHostFreeTime = collection({
  name: 'list_host_free_time',
  summary: 'List when a host of an event type is available: their hours for it, without their busy time',
  scopes: ['availability:read'],
  orScopes: ['event_types:read'],
  input: z.object({
    event_type: referenceTo('event_types'),
    host: referenceTo('users'),
    start_time: instant,
    end_time: instant,
  }),
  output: z.object({ start_time: timestamp, end_time: timestamp }),

  async run({ reader, principal }, { event_type: eventTypeId, host: userId, start_time: from, end_time: to }) {
    const span = { start: from.getTime(), end: to.getTime() }
    const bookable = existing(await findBookableTimes(reader, principal.organizationId, eventTypeId, span))
    const free = freeTimeOfHost(bookable, userId, span)
    return free.map(({ start, end }) => ({
      start_time: writeInstant(new Date(start)),
      end_time: writeInstant(new Date(end)),
    }))
  },
})
