import { conferenceKinds, setConferenceLink } from '#event-types/index.ts'
import { act } from '#execution/act.ts'
import { actingAs } from '#organizations/index.ts'
import { databaseCommand } from '../command.ts'
import { enter, memberOf, organizationOption } from '../tenant.ts'

const options = {
  email: { value: 'EMAIL', summary: 'Whose room', required: true },
  kind: { value: 'KIND', summary: `Which kind: ${conferenceKinds.join(', ')}`, choices: conferenceKinds, required: true },
  ...organizationOption,
} as const

const set = databaseCommand({
  name: 'conference set',
  summary: 'Say where a host holds conferences of a kind',
  description: 'Meetings of that kind get this address; {uuid} in it becomes the id of the meeting.',
  options: { ...options, url: { value: 'URL', summary: 'An https address, like https://meet.acme.test/{uuid}', required: true } },
  example: '--email user@acme.test --kind zoom_conference --url "https://meet.acme.test/{uuid}"',
  run: async (context, { email, kind, url, organization: wanted }) => {
    const { organization } = await enter(context, { organization: wanted, email })
    const member = await memberOf(context, organization, email)
    return { resource: await act(context, setConferenceLink, actingAs(member, organization), { user: `/users/${member.user.id}`, kind, url }), email }
  },
  show: ({ resource, email }) => `${email} holds ${resource.kind} at ${resource.url} now.`,
})

const remove = databaseCommand({
  name: 'conference remove',
  summary: "Remove a host's address for conferences of a kind",
  options,
  example: '--email user@acme.test --kind zoom_conference',
  run: async (context, { email, kind, organization: wanted }) => {
    const { organization } = await enter(context, { organization: wanted, email })
    const member = await memberOf(context, organization, email)
    return { resource: await act(context, setConferenceLink, actingAs(member, organization), { user: `/users/${member.user.id}`, kind, url: null }), email }
  },
  show: ({ resource, email }) => `${email} has no address for ${resource.kind} any more.`,
})

export const commands = [set, remove]
