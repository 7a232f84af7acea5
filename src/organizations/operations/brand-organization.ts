import { z } from 'zod'
import { recordFact, system } from '#activity/index.ts'
import { pictureContent, pictureUrl } from '#contract/picture.ts'
import { missing } from '#contract/problem.ts'
import { pictureAddress, referenceTo } from '#contract/wire.ts'
import { open } from '#execution/operation.ts'
import { brandColor } from '../brand.ts'
import { picturePath } from '../picture.ts'
import { toOrganizationResource } from '../resources.ts'
import { findOrganization } from '../store/organizations.ts'
import { deletePicture, replacePicture } from '../store/pictures.ts'
import { findBrand, updateBrand } from '../store/public-pages.ts'

const Brand = z.object({ name: z.string(), logo_url: z.string().nullable(), color: z.string().nullable() })

/** For the operator, like the name and the plan. What is omitted stays; null removes it. */
export const brandOrganization = open({
  name: 'brand_organization',
  summary: 'Give the booking pages of an organization its logo and its colour',
  input: z.object({
    organization: referenceTo('organizations'),
    logo_url: pictureAddress.nullish(),
    logo: pictureContent.optional(),
    color: brandColor.nullish(),
  }),
  output: Brand,

  async run({ tx, links, now }, { organization: organizationId, logo_url, logo, color }) {
    const organization = await findOrganization(tx, organizationId)
    const before = organization && (await findBrand(tx, organizationId))
    if (!organization || !before) throw missing()
    const uploaded = logo && picturePath({ organizationId, membershipId: null }, logo)
    const brand = {
      logoUrl: uploaded ?? (logo_url === undefined ? before.logoUrl : logo_url),
      color: color === undefined ? before.color : (color?.toLowerCase() ?? null),
    }
    const shown = { name: before.name, logo_url: pictureUrl(links, brand.logoUrl), color: brand.color }
    if (brand.logoUrl === before.logoUrl && brand.color === before.color) return shown
    if (logo) await replacePicture(tx, organizationId, null, logo, now)
    else if (brand.logoUrl !== before.logoUrl) await deletePicture(tx, organizationId, null)
    await updateBrand(tx, organizationId, brand, now)
    const subject = {
      ...toOrganizationResource(links, { ...organization, updatedAt: now }),
      logo_url: shown.logo_url,
      color: brand.color,
    }
    await recordFact(tx, { name: 'organization.changed', organizationId, actor: system, subject, occurredAt: now })
    return shown
  },
})
