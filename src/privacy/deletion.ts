/** An erasure request: people by the hash of their address, or the meetings of a span. */
export interface Deletion {
  readonly id: string
  readonly organizationId: string
  readonly kind: 'invitees' | 'events'
  readonly persons: readonly Buffer[]
  readonly span: { readonly from: Date; readonly to: Date } | null
  readonly requestedBy: string | null
  readonly requestedAt: Date
}

/** A request as it is shown afterwards: that it was done is the proof. */
export interface DeletionRecord {
  readonly id: string
  readonly kind: 'invitees' | 'events'
  readonly personCount: number
  readonly from: Date | null
  readonly to: Date | null
  readonly requestedByName: string | null
  readonly createdAt: Date
  readonly completedAt: Date | null
  /** How many entries of the activity log lost what they held of them. */
  readonly entries: number
}

const maxMonths = 24

/** Whether the second is at most two years, by the calendar, after the first. */
export const isWithinTwoYears = (from: Date, to: Date): boolean => {
  const last = new Date(from)
  last.setUTCMonth(last.getUTCMonth() + maxMonths)
  return to <= last
}

/** As it is stored outside the database: a line of JSON, without names or addresses. */
export const writeLine = ({ id, organizationId, kind, persons, span, requestedAt }: Deletion): string =>
  `${JSON.stringify({
    id,
    organization: organizationId,
    kind,
    persons: persons.map((person) => person.toString('hex')),
    ...(span ? { start_time: span.from.toISOString(), end_time: span.to.toISOString() } : {}),
    requested_at: requestedAt.toISOString(),
  })}\n`
