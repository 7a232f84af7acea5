/** Fields that name nobody: where something is, and when. */
const impersonal = new Set(['uri', 'event_type', 'routing_form', 'start_time', 'end_time', 'status', 'invitees'])

/**
 * What is left of a subject when the person it was about is erased: enough to know what it was, and nothing about them.
 */
export const withoutPersonalData = (subject: unknown): object =>
  Object.fromEntries(
    Object.entries((subject ?? {}) as object).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
      if (impersonal.has(key)) return [[key, value]]
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
      const inner = withoutPersonalData(value)
      return Object.keys(inner).length === 0 ? [] : [[key, inner]]
    }),
  )

/**
 * What is left of a subject when meetings are deleted. An invitee who rescheduled was in two: then the other one stays.
 */
export const withoutMeetings = (subject: Readonly<Record<string, unknown>>, eventIds: readonly string[]): object => {
  const isDeleted = (part: unknown): boolean => eventIds.some((id) => JSON.stringify(part ?? null).includes(id))
  const { invitee, scheduled_event, old_invitee, old_scheduled_event } = subject
  const old = { old_invitee, old_scheduled_event }
  const current = { invitee, scheduled_event }
  if (old_scheduled_event && isDeleted(old_scheduled_event) && !isDeleted(scheduled_event))
    return { ...current, old_deleted: true }
  if (old_scheduled_event && !isDeleted(old_scheduled_event)) return { ...old, new_deleted: true }
  return { deleted: true }
}
