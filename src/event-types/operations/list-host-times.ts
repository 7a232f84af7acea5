import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { instant, referenceTo } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { availableTimes } from '../available-times.ts'
import { timesOfHost } from '../openings.ts'
import { AvailableTimeResource, schedulingUrlOf } from '../resources.ts'
import { findBookableTimes } from '../store/bookables.ts'

/** For tools: a round robin is open when any of its hosts is, and that says nothing about one of them. */
export const listHostTimes = collection({
  name: 'list_host_times',
  summary: 'List the times at which an event type can be booked with one of its hosts',
  scopes: ['availability:read'],
  orScopes: ['event_types:read'],
  input: z.object({
    event_type: referenceTo('event_types'),
    host: referenceTo('users'),
    start_time: instant,
    end_time: instant,
  }),
  output: AvailableTimeResource,

  async run(
    { reader, principal, links, codes, now },
    { event_type: eventTypeId, host: userId, start_time: from, end_time: to },
  ) {
    const span = { start: from.getTime(), end: to.getTime() }
    const bookable = existing(await findBookableTimes(reader, principal.organizationId, eventTypeId, span))
    return availableTimes(
      schedulingUrlOf({ links, codes }, bookable.eventType),
      timesOfHost(bookable, userId, span, now.getTime()),
    )
  },
})
