import { h } from 'preact'
import { idOf } from '#contract/wire.ts'
import {
  changeMemberRole,
  createOrganizationInvitation,
  handOverOwnership,
  invitationLink,
  listOrganizationInvitations,
  listOrganizationMemberships,
  removeOrganizationMember,
  resendOrganizationInvitation,
  revokeOrganizationInvitation,
} from '#organizations/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { dayOf } from '#pages/moments.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type OrganizationTexts, organizationTexts } from '../../../languages/console/organization.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { cutNote, mostRows } from '../long-lists.ts'
import type { Toast } from '../shell/shell.tsx'
import { undoable } from '../undo-seal.ts'
import { type ListedInvitation, type ListedMember, People } from './people-view.tsx'
import { administrationTextsFor } from './texts.ts'

/** Without a mail server invitations are links to copy, and no text says that they were sent. */
const textsFor = ({ language, context }: Pick<SignedInVisit, 'language' | 'context'>): OrganizationTexts => {
  const texts = inLocale(organizationTexts, language.locale)
  if (context.mail.hasServer) return texts
  const { invited, resent, ...others } = texts.withoutMail
  return { ...texts, ...others, inviteHint: texts.noMail, done: { ...texts.done, invited, resent } }
}

const loadMembers = async (visit: SignedInVisit): Promise<ListedMember[]> => {
  const { session } = visit
  const memberships = await listAll(visit, listOrganizationMemberships, { organization: session.organizationId })
  return memberships.map((membership): ListedMember => {
    const { user, role } = membership
    const isSelf = idOf(user) === session.userId
    return {
      id: idOf(membership),
      userId: idOf(user),
      name: user.name,
      email: user.email,
      page: user.scheduling_url,
      role,
      isSelf,
      mayChange: role !== 'owner' && !isSelf,
      mayBecomeOwner: session.role === 'owner' && role !== 'owner',
    }
  })
}

const loadInvitations = async (visit: SignedInVisit): Promise<ListedInvitation[]> => {
  const { session, context, language } = visit
  const { sentOn } = textsFor(visit)
  const invitations = await listAll(visit, listOrganizationInvitations, {
    organization: session.organizationId,
    status: 'pending',
  })
  return invitations.map((invitation) => {
    const { last_sent_at: sentAt } = invitation
    const link =
      sentAt === null ? undefined : invitationLink(context.links, context.codes, idOf(invitation), new Date(sentAt))
    return {
      id: idOf(invitation),
      email: invitation.email,
      sent: sentAt === null ? undefined : filled(sentOn, { day: dayOf(language, sentAt) }),
      link: context.mail.hasServer ? undefined : link,
    }
  })
}

/** Up to this number the list has no search field. */
const fewMembers = 8

const peoplePage = async (visit: SignedInVisit, error?: string): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const [members, invitations] = [await loadMembers(visit), await loadInvitations(visit)]
  const search = visit.query.get('q')?.trim() ?? ''
  const fits = (...words: readonly string[]): boolean => words.join(' ').toLowerCase().includes(search.toLowerCase())
  const found = members.filter(({ name, email }) => fits(name, email))
  return {
    title: texts.title,
    status: error === undefined ? 200 : 400,
    screen: 'organization',
    toast: toastOf(visit),
    content: h(People, {
      texts,
      tabs: administrationTextsFor(visit).tabs,
      token: visit.formToken,
      members: found.slice(0, mostRows),
      cut: cutNote(visit, found.length),
      invitations: invitations.filter(({ email }) => fits(email)),
      search: members.length > fewMembers ? search : undefined,
      typed: error === undefined ? '' : (visit.form.get('email') ?? ''),
      error,
    }),
  }
}

/** The toast for the last action. Undo restores the previous role. */
const toastOf = (visit: SignedInVisit): Toast | undefined => {
  const { done: texts } = textsFor(visit)
  const [name = '', of = '', was = ''] = ['done', 'of', 'was'].map((one) => visit.query.get(one) ?? '')
  if (!Object.hasOwn(texts, name)) return undefined
  const text = texts[name as keyof typeof texts]
  return name === 'role' && of !== ''
    ? { text, undo: { action: `/app/organization/members/${encodeURIComponent(of)}/role`, fields: { role: was } } }
    : { text }
}

const done = (what: string): { readonly to: string } => ({
  to: `/app/organization?${new URLSearchParams({ done: what })}`,
})

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

export const showPeople: ConsoleHandler = (visit) => peoplePage(visit)

export const invite: ConsoleHandler = async (visit) => {
  try {
    await run(visit, createOrganizationInvitation, {
      organization: visit.session.organizationId,
      email: visit.form.get('email') ?? '',
    })
    return done('invited')
  } catch (error) {
    return peoplePage(visit, Object.values(errorsIn(visit.language, error))[0])
  }
}

export const resend: ConsoleHandler = async (visit) => {
  await run(visit, resendOrganizationInvitation, { uuid: idIn(visit) })
  return done('resent')
}

export const revoke: ConsoleHandler = async (visit) => {
  await run(visit, revokeOrganizationInvitation, { uuid: idIn(visit) })
  return done('revoked')
}

export const setRole: ConsoleHandler = async (visit) => {
  const isAdmin = visit.form.get('role') === 'admin'
  await run(visit, changeMemberRole, { uuid: idIn(visit), role: isAdmin ? 'admin' : 'user' })
  return undoable(visit, '/app/organization', { done: 'role', of: idIn(visit), was: isAdmin ? 'user' : 'admin' })
}

export const removeMember: ConsoleHandler = async (visit) => {
  await run(visit, removeOrganizationMember, { uuid: idIn(visit) })
  return done('removed')
}

export const handOver: ConsoleHandler = async (visit) => {
  await run(visit, handOverOwnership, { uuid: idIn(visit) })
  return done('transferred')
}
