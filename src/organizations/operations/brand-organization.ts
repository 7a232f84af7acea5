import { z } from 'zod'
import { recordFact, system } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { missing } from '#contract/problem.ts'
import { pictureAddress, referenceTo } from '#contract/wire.ts'
import { toOrganizationResource } from '../resources.ts'
import { findOrganization } from '../store/organizations.ts'
import { findBrand, updateBrand } from '../store/public-pages.ts'

const Brand = z.object({ name: z.string(), logo_url: z.string().nullable(), color: z.string().nullable() })

/** For the operator, like the name and the plan. What is omitted stays; null removes it. */
export const brandOrganization = open({
  name: 'brand_organization',
  summary: 'Give the booking pages of an organization its logo and its colour',
  input: z.object({
    organization: referenceTo('organizations'),
    logo_url: pictureAddress.nullish(),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0069ff')
      .nullish(),
  }),
  output: Brand,

  async run({ tx, links, now }, { organization: organizationId, logo_url, color }) {
    const organization = await findOrganization(tx, organizationId)
    const before = organization && (await findBrand(tx, organizationId))
    if (!organization || !before) throw missing()
    const brand = {
      logoUrl: logo_url === undefined ? before.logoUrl : logo_url,
      color: color === undefined ? before.color : (color?.toLowerCase() ?? null),
    }
    const shown = { name: before.name, logo_url: brand.logoUrl, color: brand.color }
    if (brand.logoUrl === before.logoUrl && brand.color === before.color) return shown
    await updateBrand(tx, organizationId, brand, now)
    const subject = { ...toOrganizationResource(links, { ...organization, updatedAt: now }), logo_url: brand.logoUrl, color: brand.color }
    await recordFact(tx, { name: 'organization.changed', organizationId, actor: system, subject, occurredAt: now })
    return shown
  },
})
