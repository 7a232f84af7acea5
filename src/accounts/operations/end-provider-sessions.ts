import { z } from 'zod'
import { open } from '#execution/operation.ts'
import { deleteProviderSessions, keepLogout } from '../store/identities.ts'

export const endProviderSessions = open({
  name: 'end_provider_sessions',
  summary: 'Sign somebody out everywhere because their provider says so; the same message is heard once',
  input: z.object({
    organization_id: z.string(),
    issuer: z.string(),
    subject: z.string().optional(),
    session: z.string().optional(),
    token_id: z.string(),
    expires_at: z.date(),
  }),
  output: z.object({ is_heard: z.boolean() }),

  async run({ tx }, { organization_id: organizationId, issuer, subject, session, token_id, expires_at: expiresAt }) {
    if (!(await keepLogout(tx, organizationId, token_id, expiresAt))) return { is_heard: false }
    await deleteProviderSessions(tx, organizationId, issuer, { subject, session })
    return { is_heard: true }
  },
})
