import { z } from 'zod'
import { open } from '#execution/operation.ts'
import { accountOwner } from '../account.ts'
import { BegunSession } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockCredentials } from '../store/credentials.ts'
import { findIdentity, updateIdentityUse } from '../store/identities.ts'
import { startSession } from '../store/sessions.ts'

/** The provider asks for the second factor, and so we do not. */
export const beginProviderSession = open({
  name: 'begin_provider_session',
  summary: 'Begin a browser session for somebody whom the provider of their organization has signed in',
  input: z.object({
    organization_id: z.string(),
    issuer: z.string(),
    subject: z.string(),
    provider_session: z.string().max(1_000).optional(),
    id_token: z.string(),
    device: z.string(),
  }),
  // Null when the account is no longer linked, or no longer a member.
  output: BegunSession.nullable(),

  async run(call, { organization_id: organizationId, issuer, subject, provider_session, id_token: idToken, device }) {
    const { tx, encryption, now } = call
    const identity = await findIdentity(tx, organizationId, { issuer, subject })
    const account = identity && (await lockCredentials(tx, identity.userId))
    if (!identity || account?.organizationId !== organizationId) return null
    await updateIdentityUse(tx, organizationId, identity.id, now)
    const sealedIdToken = encryption.encrypt(idToken, 'id token', account.userId)
    const login = { identityId: identity.id, session: provider_session, sealedIdToken }
    const begun = await startSession(tx, { userId: account.userId, awaitsCode: false, device, login }, now)
    await recordAccountFact(call, 'account.signed_in', account, accountOwner(account), { issuer })
    return begun
  },
})
