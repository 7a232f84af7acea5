import { z } from 'zod'
import { write } from '#execution/operation.ts'
import { deleteSessionsOf } from '../store/sessions.ts'

export const endOtherSessions = write({
  name: 'end_other_sessions',
  summary: 'Sign out all your browsers but this one',
  scopes: [],
  input: z.object({}),
  output: z.void(),

  async run({ tx, principal: { userId, via } }) {
    await deleteSessionsOf(tx, userId, { except: via.kind === 'session' ? via.sessionId : undefined })
  },
})
