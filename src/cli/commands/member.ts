import { setAvatar, updateUser } from '#accounts/index.ts'
import {
  addOrganizationMember,
  changeMemberRole,
  listOrganizationMemberships,
  removeOrganizationMember,
  userLocales,
} from '#organizations/index.ts'
import { makePassword } from '#platform/crypto/password.ts'
import { UsageError } from '#process/operator-error.ts'
import { showNewMember } from '../banner.ts'
import { minuteOf } from '../columns.ts'
import { machineZone } from '../founding.ts'
import { pictureIn } from '../picture-file.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const add = tenantCommand({
  name: 'member add',
  summary: 'Add a member with a new account and show its password once',
  description: 'To let people choose their own password, invite them instead: openslot invitation create --help',
  options: {
    email: { value: 'EMAIL', summary: "The person's email address", required: true },
    name: { value: 'NAME', summary: "The person's name, as invitees see it", required: true },
    role: { value: 'ROLE', summary: 'The role; by default user', choices: ['admin', 'user'] },
    timezone: { value: 'ZONE', summary: 'The time zone, such as Europe/Lisbon; by default that of this machine' },
  },
  example: '--email colleague@demo.test --name "Demo Colleague" --role admin',
  run: async (tenant, { email, name, role = 'user', timezone = machineZone() }) => {
    const { password, hash } = await makePassword()
    const resource = await tenant.act(addOrganizationMember, { email, name, role, timezone, password_hash: hash })
    return { resource, password }
  },
  show: (document) => showNewMember(document),
})

const list = listCommand({
  name: 'member list',
  summary: 'List the members of an organization',
  options: { role: { value: 'ROLE', summary: 'Only members with this role', choices: ['owner', 'admin', 'user'] } },
  example: '--role admin',
  list: (tenant, { role }) => tenant.collect(listOrganizationMemberships, role === undefined ? {} : { role }),
  none: 'No members.',
  headings: ['email', 'name', 'role', 'zone', 'since'],
  row: ({ user, role, created_at }) => [user.email, user.name, role, user.timezone, minuteOf(created_at)],
})

const changeRole = tenantCommand({
  name: 'member role',
  summary: 'Change the role of a member',
  description: 'To change the owner: openslot organization transfer --help',
  options: {
    email: { value: 'EMAIL', of: 'member', summary: 'Who', required: true },
    role: { value: 'ROLE', summary: 'The new role', choices: ['admin', 'user'], required: true },
  },
  example: '--email colleague@demo.test --role admin',
  run: async (tenant, { email, role }) => {
    const { id } = await tenant.member(email)
    return { resource: await tenant.act(changeMemberRole, { uuid: id, role }) }
  },
  show: ({ resource }) => `${resource.user.email} now has the role ${resource.role}.`,
})

const set = tenantCommand({
  name: 'member set',
  summary: "Edit a member's name, page address, time zone, language, time format, or picture",
  options: {
    email: { value: 'EMAIL', of: 'member', summary: 'Who', required: true },
    name: { value: 'NAME', summary: "The person's name, as invitees see it" },
    slug: { value: 'SLUG', summary: 'The name in the address of their booking page; the old address stops working' },
    timezone: { value: 'ZONE', summary: 'The time zone, such as Europe/Lisbon' },
    'time-notation': { value: 'NOTATION', summary: 'The time format', choices: ['12h', '24h'] },
    locale: { value: 'LANGUAGE', summary: 'The preferred language', choices: userLocales },
    avatar: { value: 'URL', field: 'avatar_url', summary: 'The https URL of a picture; "none" removes it' },
    'avatar-file': { value: 'FILE', field: 'picture', summary: 'A PNG, JPEG, or WebP picture to upload, up to 2 MB' },
  },
  example: '--email colleague@demo.test --slug colleague --timezone Europe/Lisbon',
  paths: ['avatar-file'],
  check: ({ avatar, 'avatar-file': file }) => {
    if (avatar !== undefined && file !== undefined) throw new UsageError('Give --avatar or --avatar-file, not both.')
  },
  run: async (
    tenant,
    { email, name, slug, timezone, 'time-notation': notation, locale, avatar, 'avatar-file': file },
  ) => {
    const member = await tenant.actor(email)
    const avatar_url = avatar === 'none' ? null : avatar
    const picture = await pictureIn(file)
    if (picture !== undefined) await tenant.act(setAvatar, { uuid: 'me', picture }, member)
    return {
      resource: await tenant.act(
        updateUser,
        { uuid: 'me', name, slug, timezone, time_notation: notation, locale, avatar_url },
        member,
      ),
    }
  },
  show: ({ resource }) => `Member ${resource.name} updated: ${resource.scheduling_url}`,
})

const remove = tenantCommand({
  name: 'member remove',
  summary: 'Remove a member from an organization',
  description: 'Their tokens stop working immediately. The account stays, in an organization of its own.',
  options: { email: { value: 'EMAIL', of: 'member', summary: 'Who', required: true } },
  example: '--email colleague@demo.test',
  run: async (tenant, { email }) => {
    const { id } = await tenant.member(email)
    await tenant.act(removeOrganizationMember, { uuid: id })
    return { removed: email, organization: tenant.organization.name }
  },
  show: ({ removed, organization }) => `${removed} is no longer a member of "${organization}".`,
})

export const commands = [add, list, set, changeRole, remove]
