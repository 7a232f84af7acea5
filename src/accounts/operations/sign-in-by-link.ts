import { z } from 'zod'
import { invalid, missing } from '#contract/problem.ts'
import { email, line, zoneName } from '#contract/wire.ts'
import { open } from '#execution/operation.ts'
import { findAccountByEmail, findFreeUserSlug, updateUser, userLocales } from '#organizations/index.ts'
import { accountOwner } from '../account.ts'
import { linkHash } from '../account-link.ts'
import { BegunSession } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { findLink, spendLink } from '../store/account-links.ts'
import { lockCredentials } from '../store/credentials.ts'
import { startSession } from '../store/sessions.ts'

/** The address of a new account is taken on trust: nobody else is in that organization yet. */
export const signInByLink = open({
  name: 'sign_in_by_link',
  summary: 'Begin a browser session by a sign-in link, which is used up; a new account says who it is',
  input: z.object({
    code: z.string().max(200),
    device: z.string(),
    // Of a new account only; ignored for others.
    person: z
      .object({
        name: line(255),
        email,
        timezone: zoneName,
        locale: z.enum(userLocales).optional(),
        time_notation: z.enum(['12h', '24h']).optional(),
      })
      .optional(),
  }),
  output: BegunSession,

  async run(call, { code, device, person }) {
    const { tx, now } = call
    const link = await findLink(tx, linkHash('sign_in', code), now)
    const account = link && (await lockCredentials(tx, link.userId))
    if (!link || !account) throw missing()
    const isNew = account.awaitsWelcome && person !== undefined
    const holder = isNew ? await findAccountByEmail(tx, person.email) : undefined
    if (holder && holder.id !== account.userId) throw invalid({ parameter: 'email', reason: 'account_exists' })
    if (!(await spendLink(tx, link.organizationId, link.id, now))) throw missing()

    if (isNew) {
      const slug = person.name === account.name ? undefined : await findFreeUserSlug(tx, person.name)
      const { time_notation: timeNotation, ...changes } = person
      await updateUser(tx, account.userId, { ...changes, timeNotation, slug }, now)
    }
    const begun = await startSession(tx, { userId: account.userId, awaitsCode: account.hasSecondFactor, device }, now)
    // Its subject is the account as it is now. A new account has no second factor.
    if (!account.hasSecondFactor) await recordAccountFact(call, 'account.signed_in', account, accountOwner(account))
    return begun
  },
})
