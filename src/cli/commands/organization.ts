import { plans, stages } from '#contract/plans.ts'
import { idOf } from '#contract/wire.ts'
import { performOpen } from '#execution/perform.ts'
import {
  brandOrganization,
  changeOrganization,
  changeVisitorRules,
  findOwner,
  getVisitorRules,
  handOverOwnership,
  listAllOrganizations,
  toOrganizationResource,
} from '#organizations/index.ts'
import { UsageError } from '#process/operator-error.ts'
import { facts, listing, minuteOf } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { pictureIn } from '../picture-file.ts'
import { chooseOrganization, organizationOption } from '../tenant.ts'
import { tenantCommand } from '../tenant-command.ts'

const list = databaseCommand({
  name: 'organization list',
  summary: 'List all organizations',
  run: async ({ database: { reader }, links }) => {
    const organizations = await listAllOrganizations(reader)
    const owners = await Promise.all(organizations.map(({ id }) => findOwner(reader, id)))
    return {
      collection: organizations.map((organization, index) => ({
        ...toOrganizationResource(links, organization),
        owner: owners[index]?.user.email ?? null,
      })),
    }
  },
  show: ({ collection }) =>
    listing(
      collection,
      ['id', 'name', 'owner', 'plan', 'stage', 'created'],
      ({ uri, name, owner, plan, stage, created_at }) => [
        idOf({ uri }),
        name,
        owner ?? '',
        plan,
        stage,
        minuteOf(created_at),
      ],
      'There is no organization yet. Create one with: openslot init --help',
    ),
})

const set = databaseCommand({
  name: 'organization set',
  summary: 'Edit the name, plan, or stage of an organization',
  options: {
    name: { value: 'NAME', summary: 'The new name' },
    plan: { value: 'PLAN', summary: 'The plan', choices: plans },
    stage: { value: 'STAGE', summary: 'Whether the plan is a trial or active', choices: stages },
    ...organizationOption,
  },
  example: '--plan enterprise --stage active',
  check: ({ name, plan, stage }) => {
    if (name === undefined && plan === undefined && stage === undefined)
      throw new UsageError('Give --name, --plan, or --stage.')
  },
  run: async (context, { name, plan, stage, organization: wanted }) => {
    const { id } = await chooseOrganization(context, { organization: wanted })
    return { resource: await performOpen(context, changeOrganization, { organization: id, name, plan, stage }) }
  },
  show: ({ resource }) => facts({ Organization: resource.name, Plan: resource.plan, Stage: resource.stage }),
})

const brand = databaseCommand({
  name: 'organization brand',
  summary: "Set the logo and color of an organization's booking pages",
  description: 'An empty value removes it.',
  options: {
    logo: { value: 'URL', field: 'logo_url', summary: 'The https URL of a picture' },
    'logo-file': { value: 'FILE', field: 'logo', summary: 'A PNG, JPEG, or WebP picture to upload, up to 2 MB' },
    color: { value: 'COLOR', summary: 'The color of buttons and selected days, as #rrggbb' },
    ...organizationOption,
  },
  example: '--color "#0b6b5d"',
  paths: ['logo-file'],
  check: ({ logo, 'logo-file': file, color }) => {
    if (logo === undefined && file === undefined && color === undefined)
      throw new UsageError('Give --logo, --logo-file, or --color.')
    if (logo !== undefined && file !== undefined) throw new UsageError('Give --logo or --logo-file, not both.')
  },
  run: async (context, { logo, 'logo-file': file, color, organization: wanted }) => {
    const { id } = await chooseOrganization(context, { organization: wanted })
    return {
      resource: await performOpen(context, brandOrganization, {
        organization: id,
        logo_url: orNone(logo),
        logo: await pictureIn(file),
        color: orNone(color),
      }),
    }
  },
  show: ({ resource }) =>
    facts({ Organization: resource.name, Logo: resource.logo_url ?? 'none', Color: resource.color ?? 'none' }),
})

const orNone = (text: string | undefined): string | null | undefined => (text === '' ? null : text)

const transfer = tenantCommand({
  name: 'organization transfer',
  summary: 'Transfer an organization to another member',
  description: 'The current owner becomes an admin.',
  options: { to: { value: 'EMAIL', of: 'member', summary: 'The new owner, by email address', required: true } },
  example: '--to admin@demo.test',
  run: async (tenant, { to }) => {
    const { id } = await tenant.member(to)
    return { resource: await tenant.act(handOverOwnership, { uuid: id }), organization: tenant.organization.name }
  },
  show: ({ resource, organization }) => `${resource.user.email} is now the owner of "${organization}".`,
})

const visitors = tenantCommand({
  name: 'organization visitors',
  summary: 'Show or change what the booking pages ask of visitors, and who is blocked',
  options: {
    protection: {
      value: 'WHEN',
      summary: 'When browsers prove a little work before a booking counts',
      choices: ['automatic', 'on', 'off'] as const,
    },
    block: { value: 'ADDRESS', summary: 'An email address or a domain, such as @example.com, that cannot book' },
    unblock: { value: 'ADDRESS', summary: 'A blocked email address or domain that can book again' },
  },
  example: '--block @example.com',
  run: async (tenant, { protection, block, unblock }) => {
    const before = await tenant.act(getVisitorRules, {})
    if (protection === undefined && block === undefined && unblock === undefined) return { resource: before }
    const free = unblock?.trim().toLowerCase()
    const blocked = [...before.blocked_addresses.filter((one) => one !== free), ...(block === undefined ? [] : [block])]
    const changes = { bot_protection: protection, blocked_addresses: blocked }
    return { resource: await tenant.act(changeVisitorRules, changes) }
  },
  show: ({ resource }) =>
    facts({ Protection: resource.bot_protection, Blocked: resource.blocked_addresses.join(', ') || 'nobody' }),
})

export const commands = [list, set, brand, transfer, visitors]
