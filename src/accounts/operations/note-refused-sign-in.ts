import { z } from 'zod'
import { recordFact, system } from '#activity/index.ts'
import { open } from '#execution/operation.ts'
import { signInRules } from '../sign-in-rules.ts'

/** The system is the actor: nobody is signed in. */
export const noteRefusedSignIn = open({
  name: 'note_refused_sign_in',
  summary: 'Write down that somebody could not sign in with the provider of an organization, and which rule failed',
  input: z.object({
    organization_id: z.string(),
    issuer: z.string(),
    rule: z.enum(signInRules),
    email: z.string().optional(),
  }),
  output: z.void(),

  async run({ tx, now }, { organization_id: organizationId, issuer, rule, email }) {
    await recordFact(tx, {
      name: 'organization.sign_in_refused',
      organizationId,
      actor: system,
      subject: { code: rule, issuer, ...(email === undefined ? {} : { email }) },
      occurredAt: now,
    })
  },
})
