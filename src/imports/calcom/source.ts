import type {
  ForeignForm,
  ForeignGroup,
  ForeignGroupMember,
  ForeignMembership,
  ForeignSchedule,
  ForeignSubmission,
  ForeignSubscription,
} from '../calendly/foreign.ts'
import type { Remark } from '../remark.ts'
import type { ReadMeeting } from './booking.ts'
import type { ReadType } from './event-type.ts'

export interface SourcePage<Item> {
  readonly items: readonly Item[]
  /** Where the next page begins; null after the last. */
  readonly next: string | null
  /** What an operator should know of it. */
  readonly remarks?: readonly Remark[]
}

type Listing<Item> = (cursor: string | null, at: Date) => Promise<SourcePage<Item>>

/** A Cal.com that is read: its database, or its API. `at` stands for dates that it does not keep. */
export interface CalcomSource {
  readonly isTimeOver: boolean
  readonly perMinute: number | null
  readonly remarks: readonly Remark[]
  beginPortion(): void
  readonly members: Listing<ForeignMembership>
  readonly groups: Listing<ForeignGroup>
  readonly groupMembers: Listing<ForeignGroupMember>
  readonly schedules: Listing<ForeignSchedule>
  readonly eventTypes: Listing<ReadType>
  readonly routingForms: Listing<ForeignForm>
  readonly submissions: Listing<ForeignSubmission>
  countMeetings(): Promise<number>
  readonly meetings: Listing<ReadMeeting>
  readonly webhooks: Listing<ForeignSubscription>
  close(): Promise<void>
}
