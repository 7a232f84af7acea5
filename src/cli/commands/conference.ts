import { conferenceKinds, setConferenceLink } from '#event-types/index.ts'
import { organizationOption, type Tenant } from '../tenant.ts'
import { tenantCommand } from '../tenant-command.ts'

const options = {
  email: { value: 'EMAIL', of: 'member', summary: 'The host, by email address', required: true },
  kind: {
    value: 'KIND',
    summary: `The kind of conference: ${conferenceKinds.join(', ')}`,
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
  summary: "Set a host's URL for a kind of conference",
  description:
    'Meetings with that kind of location get this URL. {random} in it becomes letters and digits that nobody can guess, different for each meeting; {uuid} becomes the ID of the meeting.',
  options: {
    ...options,
    url: { value: 'URL', summary: 'An https URL, such as https://meet.example.com/{random}', required: true },
  },
  example: '--email user@demo.test --kind zoom_conference --url "https://meet.example.com/{random}"',
  run: (tenant, { email, kind, url }) => setLink(tenant, email, kind, url),
  show: ({ resource, email }) => `${email} now uses ${resource.url} for ${resource.kind}.`,
})

const remove = tenantCommand({
  name: 'conference remove',
  summary: "Remove a host's URL for a kind of conference",
  options,
  example: '--email user@demo.test --kind zoom_conference',
  run: (tenant, { email, kind }) => setLink(tenant, email, kind, null),
  show: ({ resource, email }) => `${email} no longer has a URL for ${resource.kind}.`,
})

export const commands = [set, remove]
