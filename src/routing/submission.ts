import { createHash } from 'node:crypto'
import type { InviteeReference, Tracking } from '#bookings/index.ts'
import type { FormAnswer } from './answers.ts'
import type { Destination } from './destination.ts'

/** What somebody answered, and where that led. */
export interface Submission {
  readonly id: string
  readonly organizationId: string
  readonly formId: string
  readonly answers: readonly FormAnswer[]
  readonly tracking: Tracking
  readonly result: Destination
  /** Who booked, if it came to that. */
  readonly invitee: InviteeReference | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * Of one sending: a page that is sent twice, by a finger or by a network, is one submission, and the same page with other answers is another.
 * The page's own key is nowhere else, so that nothing can be guessed from it once the answers are gone.
 */
export const sentKey = (pageKey: string, answers: readonly FormAnswer[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([pageKey, answers.map(({ question_uuid, answer }) => [question_uuid, answer])]))
    .digest()
