import { z } from 'zod'
import { referenceTo, zoneName } from '#contract/wire.ts'
import { reasonsAt, zoneOf } from '#event-types/index.ts'
import { read } from '#execution/operation.ts'
import { askedTime } from '../explanation-requests.ts'
import { ExplainedTimeResource, toExplainedTimeResource } from '../explanation-resources.ts'
import { loadExplained, loadMissingLinks } from '../workflow/explain.ts'

export const explainEventTypeTime = read({
  name: 'explain_event_type_time',
  summary: 'Explain why a time is not available',
  description:
    'Lists all reasons in order; none if the time is available. They follow from the same rules as available times. `warnings` say what is wrong with meetings that can be booked all the same. The names of meetings and calendars are null unless you are allowed to see them.',
  scopes: ['availability:read'],
  orScopes: ['event_types:read'],
  input: z.object({
    event_type: referenceTo('event_types'),
    start_time: askedTime,
    timezone: zoneName,
    user: referenceTo('users')
      .optional()
      .meta({ description: 'The response this user would get; for owners and admins' }),
  }),
  output: ExplainedTimeResource,

  async run(call, { event_type: eventTypeId, start_time: asked, timezone, user: userId }) {
    const now = call.now.getTime()
    const starts = 'instant' in asked ? [asked.instant.getTime()] : zoneOf(timezone).instantsOf(asked.local)
    const span = { start: starts[0] ?? now, end: (starts.at(-1) ?? now) + 1 }
    const explained = await loadExplained(call, { eventTypeId, userId, span })
    // A time that the clock shows twice is explained only if it is offered neither time.
    const all = starts.map((start) => ({ start, reasons: reasonsAt(explained.times, start, now) }))
    const one = all.find(({ reasons }) => reasons.length === 0) ?? all[0]
    const [names, missing] = [
      await explained.namesFor(one?.reasons ?? []),
      await loadMissingLinks(call, explained.times),
    ]
    return toExplainedTimeResource(
      call,
      explained.times,
      { timezone, start: one?.start, reasons: one?.reasons ?? [{ kind: 'zone_change' }], missing },
      names,
    )
  },
})
