import { z } from 'zod'
import { listTakenSpans } from '#availability/index.ts'
import { collection } from '#contract/operation.ts'
import { invalid, missing } from '#contract/problem.ts'
import { instant, referenceTo } from '#contract/wire.ts'
import { openingsOf, reachOf } from '../openings.ts'
import { AvailableTimeResource, schedulingUrlOf, toAvailableTimeResource, writeAvailableTimes } from '../resources.ts'
import { findEventTypeWithHosts } from '../store/hosts.ts'

const maxDays = 31

export const listEventTypeAvailableTimes = collection({
  name: 'list_event_type_available_times',
  summary: 'List the times at which an event type can be booked',
  description: `At most ${maxDays} days at once. What is listed can be booked; a type that is not active has none.`,
  scopes: ['availability:read'],
  orScopes: ['event_types:read'],
  input: z
    .object({ event_type: referenceTo('event_types'), start_time: instant, end_time: instant })
    .transform(({ event_type, start_time, end_time }) => ({ eventTypeId: event_type, from: start_time, to: end_time })),
  output: AvailableTimeResource,
  writeItems: writeAvailableTimes,

  async run({ reader, principal, links, codes, now }, { eventTypeId, from, to }) {
    if (from <= now) throw invalid({ parameter: 'start_time', message: 'must be in the future' })
    if (to <= from) throw invalid({ parameter: 'end_time', message: 'must be after start_time' })
    if (to.getTime() - from.getTime() > maxDays * 86_400_000)
      throw invalid({ parameter: 'end_time', message: `date range can be no greater than ${maxDays} days` })

    const found = await findEventTypeWithHosts(reader, principal.organizationId, eventTypeId)
    if (!found) throw missing()
    const { eventType, hosts } = found
    if (!eventType.active || hosts.length === 0) return []
    const span = { start: from.getTime(), end: to.getTime() }
    const members = hosts.map(({ membershipId }) => membershipId)
    const taken = await listTakenSpans(reader, principal.organizationId, members, reachOf(eventType, span))
    const url = schedulingUrlOf({ links, codes }, eventType)
    return openingsOf({ eventType, hosts, taken }, span, now.getTime()).map((opening) => toAvailableTimeResource(url, opening))
  },
})
