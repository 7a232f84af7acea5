import { conferenceKinds, setConferenceLink } from '#event-types/index.ts'
import { organizationOption, type Tenant } from '../tenant.ts'
import { tenantCommand } from '../tenant-command.ts'

const options = {
  email: { value: 'EMAIL', of: 'member', summary: 'Whose room', required: true },
  kind: {
    value: 'KIND',
    summary: `Which kind: ${conferenceKinds.join(', ')}`,
    choices: conferenceKinds,
    required: true,
  },
  ...organizationOption,
} as const

const setLink = async (tenant: Tenant, email: string, kind: (typeof conferenceKinds)[number], url: string | null) => ({
  resource: await tenant.act(
    setConferenceLink,
    { user: await tenant.userUri(email), kind, url },
    await tenant.actor(email),
  ),
  email,
})

const set = tenantCommand({
  name: 'conference set',
  summary: 'Say where a host holds conferences of a kind',
  description: 'Meetings of that kind get this address; {uuid} in it becomes the id of the meeting.',
  options: {
    ...options,
    url: { value: 'URL', summary: 'An https address, like https://meet.example.com/{uuid}', required: true },
  },
  example: '--email user@demo.test --kind zoom_conference --url "https://meet.example.com/{uuid}"',
  run: (tenant, { email, kind, url }) => setLink(tenant, email, kind, url),
  show: ({ resource, email }) => `${email} holds ${resource.kind} at ${resource.url} now.`,
})

const remove = tenantCommand({
  name: 'conference remove',
  summary: "Remove a host's address for conferences of a kind",
  options,
  example: '--email user@demo.test --kind zoom_conference',
  run: (tenant, { email, kind }) => setLink(tenant, email, kind, null),
  show: ({ resource, email }) => `${email} has no address for ${resource.kind} any more.`,
})

export const commands = [set, remove]
