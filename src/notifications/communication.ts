/** A message about a meeting that was sent. */
export interface Communication {
  readonly id: string
  readonly organizationId: string
  /** Null when it is about all of them at once. */
  readonly inviteeId: string | null
  readonly recipient: string
  readonly sender: string
  readonly subject: string
  /** Without the secret of the invitee's addresses. */
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
