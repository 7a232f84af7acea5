import type { Principal } from '#contract/principal.ts'

/** Everything that can happen. A name is never changed: it is in every log and in what others subscribe to. */
export const factNames = [
  'organization.founded',
  'organization.changed',
  'organization_membership.created',
  'organization_membership.role_changed',
  'organization_membership.ownership_handed_over',
  'organization_membership.removed',
  'organization_membership.left',
  'organization_invitation.created',
  'organization_invitation.resent',
  'organization_invitation.accepted',
  'organization_invitation.declined',
  'organization_invitation.revoked',
  'group.created',
  'group.renamed',
  'group.deleted',
  'group_relationship.created',
  'group_relationship.deleted',
  'team.created',
  'team.renamed',
  'team.deleted',
  'team.member_added',
  'team.member_removed',
  'event_type.created',
  'event_type.updated',
  'event_type.deleted',
  'event_type.permission_granted',
  'event_type.permission_withdrawn',
  'availability.modified',
  'availability.schedule_created',
  'conference_link.set',
  'conference_link.removed',
  'scheduling_link.created',
  'share.created',
  'share.updated',
  'share.deleted',
  'invitee.created',
  'invitee.canceled',
  'invitee.rescheduled',
  'invitee.reminders_stopped',
  'scheduled_event.canceled',
  'scheduled_event.notes_changed',
  'invitee_no_show.created',
  'invitee_no_show.deleted',
  'routing_form.created',
  'routing_form.updated',
  'routing_form.published',
  'routing_form.unpublished',
  'routing_form.deleted',
  'routing_form_submission.created',
  'account.signed_in',
  'account.sign_in_failed',
  'account.name_changed',
  'account.profile_changed',
  'account.email_change_requested',
  'account.email_changed',
  'account.password_reset_requested',
  'account.password_changed',
  'account.second_factor_enabled',
  'account.second_factor_disabled',
  'account.recovery_code_used',
  'account.recovery_codes_renewed',
  'webhook_subscription.created',
  'webhook_subscription.deleted',
  'webhook_subscription.disabled',
  'webhook_subscription.replayed',
  'token.created',
  'token.revoked',
  'oauth_app.created',
  'oauth_app.rotated',
  'oauth_app.deleted',
  'oauth_grant.created',
  'oauth_grant.revoked',
  'data_deletion.requested',
  'data_deletion.completed',
] as const

export type FactName = (typeof factNames)[number]

/** Who did it: a member, somebody who was invited, or the machine and its operator. */
export type Actor = { readonly type: 'user'; readonly membershipId: string } | { readonly type: 'invitee' } | { readonly type: 'system' }

export interface Fact {
  readonly name: FactName
  readonly organizationId: string
  readonly actor: Actor
  /** What it happened to, as it looked afterwards to a client. */
  readonly subject: object
  /** Whom the subject tells something about, if they are an invitee: erasing them erases it. */
  readonly person?: Buffer | undefined
  readonly occurredAt: Date
}

/** A fact as it was written down. */
export interface RecordedFact {
  readonly id: string
  readonly name: FactName
  readonly organizationId: string
  readonly actorType: Actor['type']
  /** The membership of whoever did it, if they are a member. */
  readonly actorId: string | null
  /** JSON. */
  readonly subject: string
  readonly person: Buffer | null
  readonly occurredAt: Date
}

export const system: Actor = { type: 'system' }

export const actorOf = ({ via, membershipId }: Principal): Actor => (via.kind === 'command_line' ? system : { type: 'user', membershipId })
