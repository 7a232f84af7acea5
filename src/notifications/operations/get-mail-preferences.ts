import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { MailPreferencesResource, toMailPreferencesResource } from '../resources.ts'
import { findUserPreferences } from '../store/mail-context.ts'

export const getMailPreferences = read({
  name: 'get_mail_preferences',
  summary: 'Get which mails about your meetings you want',
  scopes: ['users:read'],
  input: z.object({}),
  output: MailPreferencesResource,

  async run({ reader, principal }) {
    const [found] = await findUserPreferences(reader, [principal.userId])
    return toMailPreferencesResource(existing(found).unwanted)
  },
})
