import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { meetingChangeKinds } from '../mail-data.ts'
import { MailPreferencesResource, toMailPreferencesResource } from '../resources.ts'
import { updateUnwantedMails } from '../store/mail-context.ts'

export const setMailPreferences = write({
  name: 'set_mail_preferences',
  summary: 'Choose which mails about your meetings you get as their host',
  description: 'Guests get theirs all the same.',
  scopes: ['users:write'],
  input: z.object({ wanted: z.array(z.enum(meetingChangeKinds)).max(meetingChangeKinds.length) }),
  output: MailPreferencesResource,

  async run({ tx, principal, links, now }, { wanted }) {
    const { userId } = principal
    const unwanted = meetingChangeKinds.filter((kind) => !wanted.includes(kind))
    const resource = toMailPreferencesResource(unwanted)
    if (!(await updateUnwantedMails(tx, userId, unwanted))) return resource
    await recordChange({ tx, principal, now }, 'mail_preferences.changed', {
      uri: uriOf(links, 'users', userId),
      ...resource,
    })
    return resource
  },
})
