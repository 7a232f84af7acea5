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
