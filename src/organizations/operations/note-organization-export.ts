import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { existing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { toOrganizationResource } from '../resources.ts'
import { findOrganization } from '../store/organizations.ts'

/** For the console: all that an organization has was handed out, and its log says to whom. */
export const noteOrganizationExport = write({
  name: 'note_organization_export',
  summary: 'Note in the activity log that everything was exported',
  scopes: ['organizations:write'],
  input: z.object({}),
  output: z.void(),

  async run({ tx, principal, links, now }) {
    if (principal.role !== 'owner') throw refuse('no_permission_for_action')
    const organization = existing(await findOrganization(tx, principal.organizationId))
    await recordChange({ tx, principal, now }, 'organization.exported', toOrganizationResource(links, organization))
  },
})
