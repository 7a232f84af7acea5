import { createHash } from 'node:crypto'
import type { InviteeReference, Tracking } from '#bookings/index.ts'
import type { FormAnswer } from './answers.ts'
import type { Destination } from './destination.ts'

/** The answers of a visitor, and where they were sent. */
export interface Submission {
  readonly id: string
  readonly organizationId: string
  readonly formId: string
  readonly answers: readonly FormAnswer[]
  readonly tracking: Tracking
  readonly result: Destination
  /** The invitee, if the visitor booked. */
  readonly invitee: InviteeReference | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * Identifies one submission: the same page sent twice with the same answers is one, with other answers another.
 * The page's own key is stored nowhere else, so that nothing can be guessed from this hash once the answers are erased.
 */
export const sentKey = (pageKey: string, answers: readonly FormAnswer[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([pageKey, answers.map(({ question_uuid, answer }) => [question_uuid, answer])]))
    .digest()
