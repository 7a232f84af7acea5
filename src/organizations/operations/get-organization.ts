import { z } from 'zod'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { OrganizationResource, toOrganizationResource } from '../resources.ts'
import { findOrganization } from '../store/organizations.ts'

export const getOrganization = read({
  name: 'get_organization',
  summary: 'Get your organization',
  scopes: ['organizations:read'],
  input: z.object({ uuid: pathId }),
  output: OrganizationResource,

  async run({ reader, principal, links }, { uuid }) {
    const organization = uuid === principal.organizationId ? await findOrganization(reader, uuid) : undefined
    if (!organization) throw missing()
    return toOrganizationResource(links, organization)
  },
})
