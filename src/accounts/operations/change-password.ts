import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { write } from '#execution/operation.ts'
import { revokeTokensOfUser } from '#oauth/index.ts'
import { linkPurposes } from '../account-link.ts'
import { passwordNotProven } from '../problems.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { withdrawLinks } from '../store/account-links.ts'
import { lockConfirmed, replacePassword } from '../store/credentials.ts'
import { deleteSessionsOf } from '../store/sessions.ts'

export const changePassword = write({
  name: 'change_password',
  summary: 'Change your password; your other browsers are signed out, and all your tokens stop working',
  scopes: [],
  input: z.object({ proven_hash: z.string().optional(), password_hash: z.string() }),
  output: z.void(),
  problems: [passwordNotProven],

  async run(call, { proven_hash: proven, password_hash: passwordHash }) {
    const { tx, principal, now } = call
    const account = await lockConfirmed(tx, principal, proven)
    await replacePassword(tx, account.userId, { from: account.passwordHash, to: passwordHash })

    await withdrawLinks(tx, account.userId, linkPurposes, now)
    await deleteSessionsOf(tx, account.userId, {
      except: principal.via.kind === 'session' ? principal.via.sessionId : undefined,
    })
    await revokeTokensOfUser(tx, account.userId, now)
    await recordAccountFact(call, 'account.password_changed', account, actorOf(principal))
  },
})
