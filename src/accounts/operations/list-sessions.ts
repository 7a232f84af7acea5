import { z } from 'zod'
import { collection } from '#execution/operation.ts'
import { SessionResource, toSessionResource } from '../resources.ts'
import { listSessionsOf } from '../store/sessions.ts'

export const listSessions = collection({
  name: 'list_sessions',
  summary: 'List the browsers you are signed in with',
  scopes: [],
  fromPrimary: true,
  input: z.object({}),
  output: SessionResource,

  async run({ reader, principal: { userId, via }, now }) {
    const found = await listSessionsOf(reader, userId, now)
    return found.map((session) => toSessionResource(session, via.kind === 'session' && via.sessionId === session.id))
  },
})
