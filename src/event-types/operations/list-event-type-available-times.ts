import { z } from 'zod'
import { existing, invalid } from '#contract/problem.ts'
import { instant, referenceTo } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { day } from '#platform/time/durations.ts'
import { availableTimes } from '../available-times.ts'
import { openingsOf } from '../openings.ts'
import { AvailableTimeResource, schedulingUrlOf } from '../resources.ts'
import { findBookableTimes } from '../store/bookables.ts'

const maxDays = 31

export const listEventTypeAvailableTimes = collection({
  name: 'list_event_type_available_times',
  summary: 'List the available times of an event type',
  description: `Up to ${maxDays} days per request. Every listed time can be booked. An event type that is not active has no available times.`,
  scopes: ['availability:read'],
  orScopes: ['event_types:read'],
  input: z.object({ event_type: referenceTo('event_types'), start_time: instant, end_time: instant }),
  output: AvailableTimeResource,

  async run({ reader, principal, links, codes, now }, { event_type: eventTypeId, start_time: from, end_time: to }) {
    if (from <= now) throw invalid({ parameter: 'start_time', reason: 'not_in_future' })
    if (to <= from) throw invalid({ parameter: 'end_time', reason: 'end_not_after_start_time' })
    if (to.getTime() - from.getTime() > maxDays * day)
      throw invalid({ parameter: 'end_time', reason: 'date_range_too_long', values: { days: maxDays } })

    const span = { start: from.getTime(), end: to.getTime() }
    const bookable = existing(await findBookableTimes(reader, principal.organizationId, eventTypeId, span))
    return availableTimes(
      schedulingUrlOf({ links, codes }, bookable.eventType),
      openingsOf(bookable, span, now.getTime()),
    )
  },
})
