import { z } from 'zod'
import { recordFacts } from '#activity/index.ts'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { findEntryByToken, moveEntry } from '../store/waiting-list.ts'
import { entryFact } from '../waiting-list-fact.ts'

/** For the holder of the token from the mail. A second time changes nothing. */
export const confirmWaitingListEntry = open({
  name: 'confirm_waiting_list_entry',
  summary: 'Confirm the address of a waiting list entry',
  input: z.object({ token: z.string() }),
  output: z.void(),

  async run(call, { token }) {
    const { tx, codes, now } = call
    const entry = existing(await findEntryByToken(tx, codes, token))
    if (!(await moveEntry(tx, entry, ['unconfirmed'], 'waiting', now))) return
    await recordFacts(tx, [entryFact('waiting_list_entry.confirmed', call, entry)])
  },
})
