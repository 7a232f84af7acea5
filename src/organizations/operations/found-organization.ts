import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordFact, system } from '#activity/index.ts'
import { invalid } from '#contract/problem.ts'
import { email, line, uuidForm, zoneName } from '#contract/wire.ts'
import { open } from '#execution/operation.ts'
import { MembershipResource, OrganizationResource, toMembershipResource, toOrganizationResource } from '../resources.ts'
import { foundOrganizationFor } from '../store/founding.ts'
import { findMembershipOfUser } from '../store/memberships.ts'
import { findAccountByEmail, findFreeUserSlug, insertUser } from '../store/users.ts'

const keptId = z.string().regex(uuidForm).optional()

export const foundOrganization = open({
  name: 'found_organization',
  summary: 'Create an organization and its owner',
  input: z.object({
    name: line(255),
    email,
    organization: line(255),
    timezone: zoneName,
    password_hash: z.string().nullable(),
    awaits_welcome: z.boolean().default(false),
    unproven: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether an import founds it, for an address that nobody has proved' }),
    ids: z
      .object({ organization: keptId, user: keptId, membership: keptId })
      .default({})
      .meta({ description: 'Those it had elsewhere' }),
  }),
  output: z.object({ organization: OrganizationResource, owner: MembershipResource }),

  async run(
    { tx, links, now },
    {
      name,
      email,
      organization: organizationName,
      timezone,
      password_hash: passwordHash,
      awaits_welcome: awaitsWelcome,
      unproven,
      ids,
    },
  ) {
    if (await findAccountByEmail(tx, email)) throw invalid({ parameter: 'email', reason: 'account_exists' })
    const id = ids.user ?? randomUUID()
    await insertUser(
      tx,
      {
        id,
        name,
        email,
        slug: await findFreeUserSlug(tx, name),
        timezone,
        passwordHash,
        awaitsWelcome,
        isUnproven: unproven,
      },
      now,
    )
    const organization = await foundOrganizationFor(tx, { id, name }, now, organizationName, ids)
    const owner = await findMembershipOfUser(tx, organization.id, id)
    if (!owner) throw new Error('The owner of a new organization is not a member of it.')

    const resource = toOrganizationResource(links, organization)
    await recordFact(tx, {
      name: 'organization.founded',
      organizationId: organization.id,
      actor: system,
      subject: resource,
      occurredAt: now,
    })
    return { organization: resource, owner: toMembershipResource(links, owner) }
  },
})
