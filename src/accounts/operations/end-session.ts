import { z } from 'zod'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { deleteSession } from '../store/sessions.ts'

export const endSession = write({
  name: 'end_session',
  summary: 'Sign out one of your own browsers',
  scopes: [],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal }, { uuid }) {
    if (!(await deleteSession(tx, principal.userId, uuid))) throw missing()
  },
})
