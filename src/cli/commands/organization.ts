import { plans, stages } from '#contract/plans.ts'
import { idOf } from '#contract/wire.ts'
import { performOpen } from '#execution/perform.ts'
import {
  brandOrganization,
  changeOrganization,
  findOwner,
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
      'There is no organization yet. Make one with: openslot init --help',
    ),
})

const set = databaseCommand({
  name: 'organization set',
  summary: 'Change the name, the plan or the stage of an organization',
  options: {
    name: { value: 'NAME', summary: 'Its new name' },
    plan: { value: 'PLAN', summary: 'What it may use', choices: plans },
    stage: { value: 'STAGE', summary: 'Whether it tries the plan or has it', choices: stages },
    ...organizationOption,
  },
  example: '--plan enterprise --stage active',
  check: ({ name, plan, stage }) => {
    if (name === undefined && plan === undefined && stage === undefined)
      throw new UsageError('Say what to change: --name, --plan or --stage.')
  },
  run: async (context, { name, plan, stage, organization: wanted }) => {
    const { id } = await chooseOrganization(context, { organization: wanted })
    return { resource: await performOpen(context, changeOrganization, { organization: id, name, plan, stage }) }
  },
  show: ({ resource }) => facts({ Organization: resource.name, Plan: resource.plan, Stage: resource.stage }),
})

const brand = databaseCommand({
  name: 'organization brand',
  summary: 'Give the booking pages of an organization a logo and a colour',
  description: 'An empty value takes it away again.',
  options: {
    logo: { value: 'URL', field: 'logo_url', summary: 'An https address of a picture' },
    'logo-file': { value: 'FILE', field: 'logo', summary: 'A PNG, JPEG or WebP picture to upload, at most 2 MB' },
    color: { value: 'COLOR', summary: 'Of buttons and chosen days, as #rrggbb' },
    ...organizationOption,
  },
  example: '--color "#0b6b5d"',
  paths: ['logo-file'],
  check: ({ logo, 'logo-file': file, color }) => {
    if (logo === undefined && file === undefined && color === undefined)
      throw new UsageError('Say what to change: --logo, --logo-file or --color.')
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
  summary: 'Hand an organization over to another of its members',
  description: 'The owner up to now becomes an admin.',
  options: { to: { value: 'EMAIL', of: 'member', summary: 'Who is the owner from now on', required: true } },
  example: '--to admin@demo.test',
  run: async (tenant, { to }) => {
    const { id } = await tenant.member(to)
    return { resource: await tenant.act(handOverOwnership, { uuid: id }), organization: tenant.organization.name }
  },
  show: ({ resource, organization }) => `${resource.user.email} is the owner of "${organization}" now.`,
})

export const commands = [list, set, brand, transfer]
