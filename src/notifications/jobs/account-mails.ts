import type { RecordedFact } from '#activity/index.ts'
import { findScheduledEvent } from '#bookings/index.ts'
import { idInUri } from '#contract/wire.ts'
import { findInviter, findOrganization, findOwner } from '#organizations/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import { readInstant } from '#platform/time/instant.ts'
import { type EndReason, findSubscriptionCreator, findSubscriptionOwner } from '#webhooks/index.ts'
import type { EntryChange } from '../../../languages/mail-texts.ts'
import type { CalendarLossCause } from '../mail-data.ts'
import { findAdmins, findMember } from '../store/mail-context.ts'
import type { NewMail } from '../store/mails.ts'

interface InvitationSubject {
  readonly uri: string
  readonly email: string
  readonly name: string
  readonly last_sent_at: string
}

interface LinkSubject {
  readonly link: { readonly uuid: string; readonly email: string; readonly expires_at: string }
  readonly is_first?: boolean
  readonly user: {
    readonly name: string
    readonly locale: string
    readonly timezone: string
    readonly time_notation: '12h' | '24h'
  }
}

interface CalendarLostSubject {
  readonly user: string
  readonly account: string
  readonly cause: CalendarLossCause
  /** Bookings are still accepted. */
  readonly staysOpen?: boolean
  /** At most once a day. */
  readonly isNotified: boolean
}

interface DisabledSubject {
  readonly uri: string
  /** None when nothing could be delivered. */
  readonly reason?: Exclude<EndReason, 'app'>
}

interface EntryChangedSubject {
  readonly user: string
  readonly meeting: {
    readonly entryId: string
    readonly name: string
    readonly startsAt: number
    readonly change: EntryChange
    readonly movedTo: number | null
  }
}

interface LinkMissingSubject {
  readonly scheduled_event: { readonly uri: string }
  readonly user: string
  readonly conference: { readonly id: string; readonly fault: string | null; readonly hasFailed: boolean }
}

interface AccountLostSubject {
  /** Null: of the organization. */
  readonly user: string | null
  readonly account: string
}

interface IdentityLinkedSubject {
  readonly user: { readonly uri: string }
  readonly issuer: string
}

/** The mails for facts that are not about meetings. */
export const accountMails = async (tx: Tx, facts: readonly RecordedFact[]): Promise<NewMail[]> => {
  const mails: NewMail[] = []
  for (const { name, organizationId, subject, occurredAt } of facts) {
    if (name === 'organization_invitation.created' || name === 'organization_invitation.resent') {
      const { uri, email, name: organization, last_sent_at: sent } = JSON.parse(subject) as InvitationSubject
      const inviter = await findInviter(tx, organizationId, idInUri(uri))
      const sentAt = (readInstant(sent) ?? occurredAt).getTime()
      const mail = {
        kind: 'invitation' as const,
        invitationId: idInUri(uri),
        sentAt,
        organization,
        inviter: inviter?.name ?? null,
        locale: 'en',
      }
      mails.push({ organizationId, recipient: email, persons: [], mail })
    } else if (name === 'account.password_reset_requested' || name === 'account.email_change_requested') {
      const { link, user, is_first: isFirst } = JSON.parse(subject) as LinkSubject
      const expiresAt = readInstant(link.expires_at) ?? occurredAt
      const kind = name === 'account.password_reset_requested' ? ('password_reset' as const) : ('email_change' as const)
      const { name: called, locale, timezone: zone, time_notation: notation } = user
      const organization = isFirst ? (await findOrganization(tx, organizationId))?.name : undefined
      const mail = {
        kind,
        linkId: link.uuid,
        expiresAt: expiresAt.getTime(),
        organization,
        name: called,
        locale,
        zone,
        notation,
      }
      mails.push({ organizationId, recipient: link.email, persons: [], mail, expiresAt })
    } else if (name === 'webhook_subscription.disabled') {
      mails.push(...(await webhookDisabledMails(tx, organizationId, JSON.parse(subject) as DisabledSubject)))
    } else if (name === 'calendar.lost') {
      const { user, account, cause, staysOpen, isNotified } = JSON.parse(subject) as CalendarLostSubject
      const owner = isNotified ? await findMember(tx, organizationId, idInUri(user)) : undefined
      if (!owner) continue
      mails.push({
        organizationId,
        recipient: owner.email,
        membershipId: owner.membershipId,
        persons: [],
        mail: { kind: 'calendar_lost', account, cause, staysOpen, name: owner.name, locale: owner.locale },
      })
    } else if (name === 'calendar.entry_changed') {
      const { user, meeting } = JSON.parse(subject) as EntryChangedSubject
      const owner = await findMember(tx, organizationId, idInUri(user))
      if (!owner) continue
      const { email, membershipId, ...reader } = owner
      const { entryId, name: called, startsAt, change, movedTo } = meeting
      const mail = { kind: 'calendar_changed' as const, entryId, meeting: called, startsAt, change, movedTo, ...reader }
      mails.push({ organizationId, recipient: email, membershipId, persons: [], mail, expiresAt: new Date(startsAt) })
    } else if (name === 'conference_account.lost') {
      const { user, account } = JSON.parse(subject) as AccountLostSubject
      const owner = user === null ? undefined : await findMember(tx, organizationId, idInUri(user))
      const readers = user === null ? await findAdmins(tx, organizationId) : owner ? [owner] : []
      for (const { name: called, email, locale, membershipId } of readers) {
        const mail = { kind: 'account_lost' as const, account, isShared: user === null, name: called, locale }
        mails.push({ organizationId, recipient: email, membershipId, persons: [], mail })
      }
    } else if (name === 'account.identity_linked') {
      const { user, issuer } = JSON.parse(subject) as IdentityLinkedSubject
      const owner = await findMember(tx, organizationId, idInUri(user.uri))
      if (!owner) continue
      const { name: called, email, locale, membershipId } = owner
      const mail = { kind: 'sign_in_linked' as const, issuer, name: called, locale }
      mails.push({ organizationId, recipient: email, membershipId, persons: [], mail })
    } else if (name === 'scheduled_event.link_missing') {
      mails.push(...(await linkMissingMails(tx, organizationId, JSON.parse(subject) as LinkMissingSubject, occurredAt)))
    }
  }
  return mails
}

/** To the host whose account or calendar makes the link. */
const linkMissingMails = async (
  tx: Tx,
  organizationId: string,
  { scheduled_event, user, conference: { id: conferenceId, fault, hasFailed } }: LinkMissingSubject,
  toldAt: Date,
): Promise<NewMail[]> => {
  const host = await findMember(tx, organizationId, idInUri(user))
  const event = (await findScheduledEvent(tx, organizationId, idInUri(scheduled_event.uri), nilUuid))?.scheduledEvent
  if (!host || event?.status !== 'active') return []
  const { email, membershipId, ...reader } = host
  const mail = {
    ...{ kind: 'link_missing' as const, organizationId, conferenceId, membershipId, toldAt: toldAt.getTime() },
    ...{ meeting: event.name, startsAt: event.startsAt.getTime(), fault, hasFailed },
    ...reader,
  }
  return [{ organizationId, recipient: email, membershipId, persons: [], mail, expiresAt: event.endsAt }]
}

/** To the creator when deliveries fail; to the owner of the organization when the creator lost access. */
const webhookDisabledMails = async (
  tx: Tx,
  organizationId: string,
  { uri, reason }: DisabledSubject,
): Promise<NewMail[]> => {
  const kind = 'webhook_disabled' as const
  if (reason === undefined) {
    const creator = await findSubscriptionOwner(tx, organizationId, idInUri(uri))
    if (!creator) return []
    const { url, name, locale, email, membershipId } = creator
    return [{ organizationId, recipient: email, membershipId, persons: [], mail: { kind, url, name, locale } }]
  }
  const ended = await findSubscriptionCreator(tx, organizationId, idInUri(uri))
  const owner = await findOwner(tx, organizationId)
  if (!ended || !owner) return []
  const { name, locale, email } = owner.user
  return [
    {
      organizationId,
      recipient: email,
      membershipId: owner.id,
      persons: [],
      mail: { kind, ...ended, reason, name, locale },
    },
  ]
}
