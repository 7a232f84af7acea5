/** A message about a meeting that was sent. */
export interface Communication {
  readonly id: string
  readonly recipient: string
  readonly sender: string
  readonly subject: string
  readonly body: string
  readonly scheduledEventId: string
  readonly eventTypeId: string
  readonly sentAt: Date
  readonly createdAt: Date
  /** Who holds the meeting. */
  readonly hostUserId: string | null
  readonly hostEmail: string | null
  /** Of the type: what its address is made of. */
  readonly ownerSlug: string
  readonly slug: string
  readonly linkId: string | null
}
