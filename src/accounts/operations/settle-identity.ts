import { z } from 'zod'
import { open } from '#execution/operation.ts'
import { joinWithNewAccount, lockMemberships, userLocales } from '#organizations/index.ts'
import { accountOwner } from '../account.ts'
import { signInRules } from '../sign-in-rules.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockCredentials } from '../store/credentials.ts'
import { insertIdentity } from '../store/identities.ts'
import { whoseAccount } from '../whose-account.ts'
import { situationOf } from '../workflow/whose-identity.ts'

const Provider = z.object({
  organizationId: z.string(),
  issuer: z.string(),
  domains: z.array(z.string()),
  trustsEmail: z.boolean(),
  addsMembers: z.boolean(),
})

const Person = z.object({
  subject: z.string().min(1),
  email: z.string().optional(),
  isVerified: z.boolean(),
  hostedDomain: z.string().optional(),
  name: z.string(),
})

export const settleIdentity = open({
  name: 'settle_identity',
  summary: 'Find out whose account somebody signs in to whom a provider vouches for, and link it or make it',
  input: z.object({
    provider: Provider,
    // As the ID token says it: what was proven.
    issuer: z.string(),
    person: Person,
    linking: z.string().optional(),
    locale: z.enum(userLocales),
    time_notation: z.enum(['12h', '24h']),
  }),
  output: z.union([z.object({ user_id: z.string(), is_new: z.boolean() }), z.object({ rule: z.enum(signInRules) })]),

  async run(call, { provider, issuer, person, linking, locale, time_notation: timeNotation }) {
    const { tx, now } = call
    const { organizationId } = provider
    const subject = { issuer, subject: person.subject }
    await lockMemberships(tx, organizationId)
    const decision = whoseAccount(
      provider,
      person,
      await situationOf(tx, organizationId, subject, { email: person.email, linking }),
    )
    if (decision.kind === 'refuse') return { rule: decision.rule }
    if (decision.kind === 'sign_in') return { user_id: decision.userId, is_new: false }

    if (decision.kind === 'join') {
      const { email } = decision
      const profile = { name: person.name, email, timezone: 'Etc/UTC', locale, timeNotation, awaitsWelcome: true }
      const { userId } = await joinWithNewAccount(call, organizationId, profile)
      await insertIdentity(tx, organizationId, userId, subject, now)
      return { user_id: userId, is_new: true }
    }
    const account = await lockCredentials(tx, decision.userId)
    if (account?.organizationId !== organizationId) return { rule: 'membership_ended' as const }
    await insertIdentity(tx, organizationId, account.userId, subject, now)
    await recordAccountFact(call, 'account.identity_linked', account, accountOwner(account), { issuer })
    return { user_id: account.userId, is_new: false }
  },
})
