/** What names nobody: where something is, and when. */
const kept = new Set(['uri', 'event_type', 'routing_form', 'start_time', 'end_time', 'status', 'invitees'])

/** What is left of a subject when whom it was about is forgotten: enough to know what it was, and nothing about them. */
export const keptOf = (subject: unknown): object =>
  Object.fromEntries(
    Object.entries((subject ?? {}) as object).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
      if (kept.has(key)) return [[key, value]]
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
      const inner = keptOf(value)
      return Object.keys(inner).length === 0 ? [] : [[key, inner]]
    }),
  )

/** What is left of a subject when meetings are deleted. Somebody who moved was in two: then the other one is still told. */
export const withoutMeetings = (subject: Readonly<Record<string, unknown>>, eventIds: readonly string[]): object => {
  const isGone = (part: unknown): boolean => eventIds.some((id) => JSON.stringify(part ?? null).includes(id))
  const { invitee, scheduled_event, old_invitee, old_scheduled_event } = subject
  const old = { old_invitee, old_scheduled_event }
  const current = { invitee, scheduled_event }
  if (old_scheduled_event && isGone(old_scheduled_event) && !isGone(scheduled_event)) return { ...current, old_deleted: true }
  if (old_scheduled_event && !isGone(old_scheduled_event)) return { ...old, new_deleted: true }
  return { deleted: true }
}
