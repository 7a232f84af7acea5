/** A mail about a meeting that was sent. */
export interface Communication {
  readonly id: string
  readonly organizationId: string
  /** Null when it is about all invitees at once. */
  readonly inviteeId: string | null
  readonly recipient: string
  readonly sender: string
  readonly subject: string
  /** Without the secret of the invitee's URLs. */
  readonly body: string
  readonly scheduledEventId: string
  readonly eventTypeId: string
  readonly sentAt: Date
  readonly createdAt: Date
  /** The first host of the meeting. */
  readonly hostUserId: string | null
  readonly hostEmail: string | null
  /** Of the event type: the parts of its address. */
  readonly ownerSlug: string
  readonly slug: string
  readonly linkId: string | null
}
