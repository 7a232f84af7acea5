import type { Principal } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Invitee } from '../invitee.ts'
import { changerOf, changerWithRights } from '../rights.ts'
import { findInvitee } from '../store/invitees.ts'
import { findOwnBooking, findTokenHolder } from '../store/own-bookings.ts'
import {
  findScheduledEvent,
  type LockedEvent,
  lockEventOfInvitee,
  lockScheduledEvent,
} from '../store/scheduled-events.ts'

interface LockedInvitee extends LockedEvent {
  readonly invitee: Invitee
}

type RefusedChange = 'no_access' | 'may_not_cancel'

/** A meeting, locked until the transaction ends, for a member who may change it. For others nothing is locked. */
export const lockMeeting = async (
  tx: Tx,
  principal: Principal,
  id: string,
  refused: RefusedChange = 'no_access',
): Promise<LockedEvent> => {
  const { organizationId, membershipId } = principal
  const held = await lockScheduledEvent(tx, organizationId, id, changerOf(principal))
  if (held) return held
  throw (await findScheduledEvent(tx, organizationId, id, membershipId)) ? refuse(refused) : missing()
}

/** The same for the meeting of an invitee, with the invitee as read after the lock. */
export const lockInvitee = async (
  tx: Tx,
  principal: Principal,
  inviteeId: string,
  refused: RefusedChange = 'no_access',
): Promise<LockedInvitee> => {
  const { organizationId } = principal
  const held = await lockEventOfInvitee(tx, organizationId, inviteeId, changerOf(principal))
  const invitee = held && (await findInvitee(tx, organizationId, inviteeId))
  if (invitee) return { ...held, invitee }
  throw (await findOwnBooking(tx, organizationId, inviteeId)) ? refuse(refused) : missing()
}

/** For the holder of the invitee's token, while they come. */
export const lockOwnBooking = async (tx: Tx, codes: Codes, token: string): Promise<LockedInvitee> => {
  const holder = await findTokenHolder(tx, codes, token)
  if (!holder) throw missing()
  return lockComingInvitee(tx, holder)
}

/** An invitee who comes, for a caller who has shown that they may act for them. */
export const lockComingInvitee = async (
  tx: Tx,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<LockedInvitee> => {
  const held = await lockEventOfInvitee(tx, organizationId, id, changerWithRights())
  const invitee = held && (await findInvitee(tx, organizationId, id))
  if (!invitee) throw missing()
  if (invitee.status === 'canceled') throw refuse('event_canceled')
  return { ...held, invitee }
}
