import { type AppContext, performOpen } from '#execution/perform.ts'
import { applyProviderRole, findOnlyOrganization, findOrganization } from '#organizations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { type ProvenPerson, personFrom } from '../claims.ts'
import { beginProviderSession } from '../operations/begin-provider-session.ts'
import { endProviderSessions } from '../operations/end-provider-sessions.ts'
import { noteRefusedSignIn } from '../operations/note-refused-sign-in.ts'
import { settleIdentity } from '../operations/settle-identity.ts'
import { readLogoutToken } from '../providers/logout-token.ts'
import { beginSignIn, finishSignIn, type OpenidCall, type ProvenSignIn, signOutUrl } from '../providers/openid.ts'
import { callbackUrl, operatorKey, type SignInProvider } from '../sign-in-provider.ts'
import { SignInRefused } from '../sign-in-rules.ts'
import { readSignInState, writeSignInState } from '../sign-in-state.ts'
import { findProviderSession } from '../store/identities.ts'

/** A provider, and the way to it. */
interface Reached {
  readonly provider: SignInProvider
  readonly outgoing: Outgoing
}

/** The one of this key. The operator's may be on a private network. */
const findProvider = async ({ database, oidc }: AppContext, key: string): Promise<Reached | undefined> => {
  if (key !== operatorKey || !oidc) return undefined
  const { organization, ...settings } = oidc.settings
  const { reader } = database
  const organizationId =
    organization !== undefined && /^[0-9a-f-]{36}$/i.test(organization)
      ? (await findOrganization(reader, organization))?.id
      : await findOnlyOrganization(reader, organization)
  return organizationId === undefined
    ? undefined
    : { provider: { key, organizationId, ...settings }, outgoing: oidc.outgoing }
}

const existingProvider = async (context: AppContext, key: string): Promise<Reached> => {
  const found = await findProvider(context, key)
  if (!found) throw new SignInRefused('provider_unknown')
  return found
}

interface Beginning {
  readonly key: string
  /** Our address, where the browser comes back to. */
  readonly auth: string
  /** A mark of the browser's cookie. */
  readonly browser: string
  readonly returnTo: string | undefined
  /** A signed-in user who links their account. */
  readonly linking?: string | undefined
}

/** Where the provider asks who somebody is. Its refusals are in the activity log. */
export const beginCompanySignIn = async (
  context: AppContext,
  { key, auth, browser, returnTo, linking }: Beginning,
): Promise<string> => {
  const reached = await existingProvider(context, key)
  const now = context.clock.now()
  return noting(context, reached.provider, () =>
    beginSignIn({ ...reached, now }, callbackUrl(auth, key), (kept) =>
      writeSignInState(context.encryption, browser, { key, ...kept, returnTo, linking, beganAt: now.getTime() }),
    ),
  )
}

interface Answer {
  readonly key: string
  readonly auth: string
  readonly browser: string
  /** As the browser brought it. */
  readonly query: URLSearchParams
  /** Of the signed-in user. */
  readonly userId: string | undefined
  readonly device: string
  readonly locale: string
  readonly timeNotation: '12h' | '24h'
}

interface SignedIn {
  readonly session: { readonly key: string; readonly expires_at: Date }
  readonly userId: string
  readonly returnTo: string | undefined
  /** An account that was just made. */
  readonly isNew: boolean
  readonly isLinking: boolean
}

/** Takes the answer of the provider: checks it, finds or makes the account, and begins a session. */
export const finishCompanySignIn = async (context: AppContext, answer: Answer): Promise<SignedIn> => {
  const reached = await existingProvider(context, answer.key)
  return noting(context, reached.provider, () => finish(context, reached, answer))
}

const finish = async (context: AppContext, reached: Reached, answer: Answer): Promise<SignedIn> => {
  const { provider } = reached
  const { key, auth, browser, query, userId, device, locale, timeNotation } = answer
  const now = context.clock.now()
  const text = query.get('state') ?? ''
  const state = readSignInState(context.encryption, browser, text, now)
  if (state?.key !== key || state.linking !== (state.linking && userId)) throw new SignInRefused('state_invalid')

  const url = new URL(`${callbackUrl(auth, key)}?${query}`)
  const proven = await finishSignIn({ ...reached, now }, url, { ...state, state: text })
  const person = personFrom(proven.claims, provider.groupsClaim)
  const settled = await performOpen(context, settleIdentity, {
    provider: {
      organizationId: provider.organizationId,
      issuer: proven.issuer,
      domains: [...provider.domains],
      trustsEmail: provider.trustsEmail,
      addsMembers: provider.addsMembers,
    },
    issuer: proven.issuer,
    person,
    linking: state.linking,
    locale,
    time_notation: timeNotation,
  })
  if ('rule' in settled) throw new SignInRefused(settled.rule, { email: person.email })
  await applyGroups(context, provider, settled.user_id, person)
  const session = await beginSession(context, provider, proven, person, device)
  if (!session) throw new SignInRefused('membership_ended', { email: person.email })
  return {
    session,
    userId: settled.user_id,
    returnTo: state.returnTo,
    isNew: settled.is_new,
    isLinking: state.linking !== undefined,
  }
}

/** What the provider does not say changes nothing. */
const applyGroups = async (
  context: AppContext,
  { organizationId, adminGroup }: SignInProvider,
  userId: string,
  { groups }: ProvenPerson,
): Promise<void> => {
  if (groups === undefined || adminGroup === undefined) return
  const role = groups.includes(adminGroup) ? 'admin' : 'user'
  await performOpen(context, applyProviderRole, { organization_id: organizationId, user_id: userId, role })
}

const beginSession = (
  context: AppContext,
  { organizationId }: SignInProvider,
  { issuer, idToken, session }: ProvenSignIn,
  { subject }: ProvenPerson,
  device: string,
) =>
  performOpen(context, beginProviderSession, {
    organization_id: organizationId,
    issuer,
    subject,
    provider_session: session,
    id_token: idToken,
    device,
  })

/** An admin who looks for what failed finds it in the activity log of the organization. */
const noting = async <T>(context: AppContext, provider: SignInProvider, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInRefused)
      await performOpen(context, noteRefusedSignIn, {
        organization_id: provider.organizationId,
        issuer: provider.issuer,
        rule: error.rule,
        email: error.email,
      })
    throw error
  }
}

/**
 * Where somebody who signs out signs out at the provider, too. Undefined for a session that did not begin there, for a
 * provider that has no such page, and for one that does not answer.
 */
export const companySignOutUrl = async (
  context: AppContext,
  { userId, sessionId, returnUrl }: { readonly userId: string; readonly sessionId: string; readonly returnUrl: string },
): Promise<string | undefined> => {
  const session = await findProviderSession(context.database.reader, userId, sessionId)
  const reached = session && (await findProvider(context, operatorKey))
  if (!session || reached?.provider.organizationId !== session.organizationId) return undefined
  const idToken = context.encryption.decrypt(session.sealedIdToken, 'id token', userId)
  try {
    return await signOutUrl({ ...reached, now: context.clock.now() }, { idToken, returnUrl })
  } catch (error) {
    if (error instanceof SignInRefused) return undefined
    throw error
  }
}

/** A provider says by itself that somebody has signed out. False: it did not say that, or said it before. */
export const hearCompanyLogout = async (context: AppContext, key: string, token: string): Promise<boolean> => {
  const reached = await findProvider(context, key)
  if (!reached) return false
  const call: OpenidCall = { ...reached, now: context.clock.now() }
  const logout = await readLogoutToken(call, token)
  if (!logout) return false
  const { is_heard: isHeard } = await performOpen(context, endProviderSessions, {
    organization_id: reached.provider.organizationId,
    issuer: logout.issuer,
    subject: logout.subject,
    session: logout.session,
    token_id: logout.tokenId,
    expires_at: logout.expiresAt,
  })
  return isHeard
}
