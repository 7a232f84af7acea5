import { z } from 'zod'
import { calendarDate, dateDay } from '#availability/index.ts'
import { referenceTo, zoneName } from '#contract/wire.ts'
import { explainSpan, zoneOf } from '#event-types/index.ts'
import { collection } from '#execution/operation.ts'
import { day } from '#platform/time/durations.ts'
import { ExplainedStartResource, toExplainedStartResource } from '../explanation-resources.ts'
import { loadExplained } from '../workflow/explain.ts'

export const explainEventTypeDay = collection({
  name: 'explain_event_type_day',
  summary: 'List the start times of a day with the reason why each is not available',
  description:
    'Lists every start-time increment from the first to the last hour of the day, with its first reason. `GET /event_type_time_explanations` has all reasons, for each host of a round robin.',
  scopes: ['availability:read'],
  orScopes: ['event_types:read'],
  input: z.object({
    event_type: referenceTo('event_types'),
    date: calendarDate,
    timezone: zoneName,
    user: referenceTo('users')
      .optional()
      .meta({ description: 'The response this user would get; for owners and admins' }),
  }),
  output: ExplainedStartResource,

  async run(call, { event_type: eventTypeId, date, timezone, user: userId }) {
    const [zone, today] = [zoneOf(timezone), dateDay(date) ?? 0]
    const span = { start: zone.instantOf(today * day), end: zone.instantOf((today + 1) * day) }
    const { times, namesFor } = await loadExplained(call, { eventTypeId, userId, span })
    const starts = explainSpan(times, span, call.now.getTime())
    const names = await namesFor(starts.flatMap(({ reason }) => reason ?? []))
    return starts.map((start) => toExplainedStartResource(call.links, times, start, names))
  },
})
