import { updateUser } from '#accounts/index.ts'
import { act, collect } from '#execution/act.ts'
import { actingAs, addOrganizationMember, changeMemberRole, listOrganizationMemberships, removeOrganizationMember, userLocales } from '#organizations/index.ts'
import { makePassword } from '#platform/crypto/password.ts'
import { facts, minuteOf, table } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { machineZone } from '../machine-zone.ts'
import { enter, memberOf, organizationOption } from '../tenant.ts'

const add = databaseCommand({
  name: 'member add',
  summary: 'Add a member with a new account, and show its password, this once',
  description: 'To let people choose a password themselves, invite them instead: openslot invitation create --help',
  options: {
    email: { value: 'EMAIL', summary: 'The address they sign in with', required: true },
    name: { value: 'NAME', summary: 'Their name, as invitees see it', required: true },
    role: { value: 'ROLE', summary: 'What they may do; user if left out', choices: ['admin', 'user'] },
    timezone: { value: 'ZONE', summary: 'Like Europe/Lisbon; the zone of this machine if left out' },
    ...organizationOption,
  },
  example: '--email colleague@acme.test --name "Demo Colleague" --role admin',
  run: async (context, { email, name, role = 'user', timezone = machineZone(), organization }) => {
    const { owner } = await enter(context, { organization })
    const { password, hash } = await makePassword()
    const resource = await act(context, addOrganizationMember, owner, { email, name, role, timezone, password_hash: hash })
    return { resource, password }
  },
  show: ({ resource, password }) =>
    [
      facts({ Member: resource.user.name, Email: resource.user.email, Role: resource.role, Password: password }),
      '',
      'The password is shown only this once.',
    ].join('\n'),
})

const list = databaseCommand({
  name: 'member list',
  summary: 'List the members of an organization',
  options: { role: { value: 'ROLE', summary: 'Only those with this role', choices: ['owner', 'admin', 'user'] }, ...organizationOption },
  example: '--role admin',
  run: async (context, { role, organization }) => {
    const { owner } = await enter(context, { organization })
    return { collection: await collect(context, listOrganizationMemberships, owner, role === undefined ? {} : { role }) }
  },
  show: ({ collection }) =>
    collection.length === 0
      ? 'There are no such members.'
      : table(
          ['email', 'name', 'role', 'zone', 'since'],
          collection.map(({ user, role, created_at }) => [user.email, user.name, role, user.timezone, minuteOf(created_at)]),
        ),
})

const changeRole = databaseCommand({
  name: 'member role',
  summary: 'Make a member an admin, or an admin a plain user',
  description: 'The owner stays the owner until the organization is handed over: openslot organization transfer --help',
  options: {
    email: { value: 'EMAIL', summary: 'Who', required: true },
    role: { value: 'ROLE', summary: 'Their role from now on', choices: ['admin', 'user'], required: true },
    ...organizationOption,
  },
  example: '--email colleague@acme.test --role admin',
  run: async (context, { email, role, organization: wanted }) => {
    const { organization, owner } = await enter(context, { organization: wanted, email })
    const { id } = await memberOf(context, organization, email)
    return { resource: await act(context, changeMemberRole, owner, { uuid: id, role }) }
  },
  show: ({ resource }) => `${resource.user.email} has the role ${resource.role} now.`,
})

const set = databaseCommand({
  name: 'member set',
  summary: "Change a member's name, page address, time zone, language, clock notation or picture",
  options: {
    email: { value: 'EMAIL', summary: 'Who', required: true },
    name: { value: 'NAME', summary: 'Their name, as invitees see it' },
    slug: { value: 'SLUG', summary: 'The name in the address of their page; the old address stops working' },
    timezone: { value: 'ZONE', summary: 'Like Europe/Lisbon' },
    'time-notation': { value: 'NOTATION', summary: 'How they read times', choices: ['12h', '24h'] },
    locale: { value: 'LANGUAGE', summary: 'The language they prefer', choices: userLocales },
    avatar: { value: 'URL', summary: 'Their picture, an https address; "none" for none' },
    ...organizationOption,
  },
  example: '--email colleague@acme.test --slug colleague --timezone Europe/Lisbon',
  run: async (context, { email, name, slug, timezone, 'time-notation': notation, locale, avatar, organization: wanted }) => {
    const { organization } = await enter(context, { organization: wanted, email })
    const member = actingAs(await memberOf(context, organization, email), organization)
    const avatar_url = avatar === 'none' ? null : avatar
    return { resource: await act(context, updateUser, member, { uuid: 'me', name, slug, timezone, time_notation: notation, locale, avatar_url }) }
  },
  show: ({ resource }) => `${resource.name} is changed. Their page: ${resource.scheduling_url}`,
})

const remove = databaseCommand({
  name: 'member remove',
  summary: 'Remove a member from an organization',
  description: 'Their tokens stop working at once. The account stays, alone in an organization of its own.',
  options: { email: { value: 'EMAIL', summary: 'Who', required: true }, ...organizationOption },
  example: '--email colleague@acme.test',
  run: async (context, { email, organization: wanted }) => {
    const { organization, owner } = await enter(context, { organization: wanted, email })
    const { id } = await memberOf(context, organization, email)
    await act(context, removeOrganizationMember, owner, { uuid: id })
    return { removed: email, organization: organization.name }
  },
  show: ({ removed, organization }) => `${removed} is no longer in "${organization}".`,
})

export const commands = [add, list, set, changeRole, remove]
