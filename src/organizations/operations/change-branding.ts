import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { pictureUrl } from '#contract/picture.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { line } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { brandColor } from '../brand.ts'
import { toOrganizationResource } from '../resources.ts'
import { findOrganization, updateOrganization } from '../store/organizations.ts'
import { findBrand, updateBrand } from '../store/public-pages.ts'

/** For owners and admins. The plan is the operator's, and the logo has an operation of its own. */
export const changeBranding = write({
  name: 'change_branding',
  summary: "Change your organization's name and colour, as guests see them",
  scopes: ['organizations:write'],
  input: z.object({ name: line(255).optional(), color: brandColor.nullish() }),
  output: z.object({ name: z.string(), color: z.string().nullable() }),

  async run({ tx, principal, links, now }, changes) {
    const { organizationId } = principal
    const before = await findOrganization(tx, organizationId)
    const brand = before && (await findBrand(tx, organizationId))
    if (!before || !brand) throw missing()
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')

    const { name = before.name, color: given = brand.color } = changes
    const color = given?.toLowerCase() ?? null
    if (name === before.name && color === brand.color) return { name, color }

    if (name !== before.name) await updateOrganization(tx, organizationId, { ...before, name }, now)
    if (color !== brand.color) await updateBrand(tx, organizationId, { color }, now)
    const subject = {
      ...toOrganizationResource(links, { ...before, name, updatedAt: now }),
      logo_url: pictureUrl(links, brand.logoUrl),
      color,
    }
    await recordChange({ tx, principal, now }, 'organization.changed', subject)
    return { name, color }
  },
})
