import { z } from 'zod'
import { recordFact, system } from '#activity/index.ts'
import { plans, stages } from '#contract/plans.ts'
import { existing } from '#contract/problem.ts'
import { line, referenceTo } from '#contract/wire.ts'
import { open } from '#execution/operation.ts'
import { OrganizationResource, toOrganizationResource } from '../resources.ts'
import { findOrganization, updateOrganization } from '../store/organizations.ts'

/** Plans are set by the operator, so no member of the organization can run this. */
export const changeOrganization = open({
  name: 'change_organization',
  summary: "Change an organization's name, plan or stage",
  input: z.object({
    organization: referenceTo('organizations'),
    name: line(255).optional(),
    plan: z.enum(plans).optional(),
    stage: z.enum(stages).optional(),
  }),
  output: OrganizationResource,

  async run({ tx, links, now }, { organization: organizationId, ...changes }) {
    const before = existing(await findOrganization(tx, organizationId))
    const { name = before.name, plan = before.plan, stage = before.stage } = changes
    if (name === before.name && plan === before.plan && stage === before.stage)
      return toOrganizationResource(links, before)

    await updateOrganization(tx, organizationId, { name, plan, stage }, now)
    const resource = toOrganizationResource(links, { ...before, name, plan, stage, updatedAt: now })
    await recordFact(tx, {
      name: 'organization.changed',
      organizationId,
      actor: system,
      subject: resource,
      occurredAt: now,
    })
    return resource
  },
})
