import type { Principal } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Tx } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { Invitee } from '../invitee.ts'
import { mayChange } from '../rights.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
import { findInvitee } from '../store/invitees.ts'
import { findTokenHolder } from '../store/own-bookings.ts'
import { lockEventOfInvitee } from '../store/scheduled-events.ts'

interface LockedInvitee {
  readonly invitee: Invitee
  readonly scheduledEvent: ScheduledEvent
}

/** An invitee with their meeting, locked until the transaction ends, for a member who may change it. */
export const lockInvitee = async (
  tx: Tx,
  principal: Principal,
  inviteeId: string | undefined,
): Promise<LockedInvitee> => {
  const locked =
    inviteeId === undefined ? undefined : await lock(tx, principal.organizationId, inviteeId, principal.membershipId)
  if (!locked) throw missing()
  if (!mayChange(principal, locked.scheduledEvent)) throw refuse('no_access')
  return locked
}

/** The same for the holder of the invitee's token, while they come. */
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
  const locked = await lock(tx, organizationId, id, nilUuid)
  if (!locked) throw missing()
  if (locked.invitee.status === 'canceled') throw refuse('event_canceled')
  return locked
}

const lock = async (
  tx: Tx,
  organizationId: string,
  inviteeId: string,
  membershipId: string,
): Promise<LockedInvitee | undefined> => {
  const held = await lockEventOfInvitee(tx, organizationId, inviteeId, membershipId)
  const invitee = held && (await findInvitee(tx, organizationId, inviteeId))
  return invitee && { invitee, scheduledEvent: held.scheduledEvent }
}
