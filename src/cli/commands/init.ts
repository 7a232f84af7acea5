import { performTogether } from '#execution/perform-together.ts'
import { makePassword } from '#platform/crypto/password.ts'
import { welcome } from '../banner.ts'
import { databaseCommand } from '../command.ts'
import { found, machineZone } from '../founding.ts'

const init = databaseCommand({
  name: 'init',
  summary: 'Create an organization and its owner, and show the password and a token once',
  description:
    'Creates the first organization before the service is started, or another one at any time. Creates the database if there is none.',
  founds: true,
  options: {
    email: { value: 'EMAIL', summary: "The owner's email address", required: true },
    name: { value: 'NAME', summary: "The owner's name, as invitees see it", required: true },
    organization: { value: 'NAME', summary: 'The name of the organization', required: true },
    timezone: { value: 'ZONE', summary: 'The time zone, such as Europe/Lisbon; by default that of this machine' },
  },
  example: '--email owner@example.com --name "Demo Owner" --organization "Example" --timezone Europe/Lisbon',
  run: async (context, { email, name, organization, timezone = machineZone() }) => {
    const password = await makePassword()
    const founded = await performTogether(context, (together) =>
      found(together, { email, name, organization, timezone }, password),
    )
    return { ...founded, base_url: context.links.api }
  },
  show: (document) => welcome(document, document.base_url, { isRunning: false }),
})

export const commands = [init]
