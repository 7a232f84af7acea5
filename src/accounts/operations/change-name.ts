import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { missing } from '#contract/problem.ts'
import { line } from '#contract/wire.ts'
import { updateUser } from '#organizations/index.ts'
import { lockCredentials } from '../store/credentials.ts'
import { tellOfAccount } from '../store/telling.ts'

export const changeName = write({
  name: 'change_name',
  summary: 'Change your name; the address of your page stays',
  scopes: [],
  input: z.object({ name: line(255) }),
  output: z.void(),

  async run(call, { name }) {
    const { tx, principal, now } = call
    const account = await lockCredentials(tx, principal.userId)
    if (!account) throw missing()
    if (account.name === name) return
    await updateUser(tx, account.userId, { name }, now)
    await tellOfAccount(call, 'account.name_changed', account, actorOf(principal))
  },
})
