import { z } from 'zod'
import { open } from '#execution/operation.ts'
import { accountOwner } from '../account.ts'
import { BegunSession } from '../resources.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockCredentials } from '../store/credentials.ts'
import { startSession } from '../store/sessions.ts'

export const beginSession = open({
  name: 'begin_session',
  summary: 'Begin a browser session for somebody whose password was right',
  // The hash that the password was checked against, outside of the transaction.
  input: z.object({ user_id: z.string(), password_hash: z.string(), device: z.string() }),
  // Null when the password was changed since it was checked.
  output: BegunSession.nullable(),

  async run(call, { user_id: userId, password_hash: provenHash, device }) {
    const { tx, now } = call
    const account = await lockCredentials(tx, userId)
    if (!account || account.passwordHash !== provenHash) return null
    const awaitsCode = account.hasSecondFactor
    const begun = await startSession(tx, { userId, awaitsCode, device }, now)
    // While the code of the second factor is missing nobody is signed in, so no sign-in is recorded.
    if (!awaitsCode) await recordAccountFact(call, 'account.signed_in', account, accountOwner(account))
    return begun
  },
})
