import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { maxPictureBodyBytes, pictureContent, pictureUrl } from '#contract/picture.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { pathId, uri, uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { logoExample } from '../examples.ts'
import { picturePath } from '../picture.ts'
import { toOrganizationResource } from '../resources.ts'
import { findOrganization } from '../store/organizations.ts'
import { deletePicture, replacePicture } from '../store/pictures.ts'
import { findBrand, updateBrand } from '../store/public-pages.ts'

const Logo = z
  .object({
    organization: uri,
    logo_url: uri.nullable().meta({ description: 'The URL of the logo. A new logo has a new URL.' }),
  })
  .meta({ id: 'Logo', examples: [logoExample] })

export const setLogo = write({
  name: 'set_logo',
  summary: 'Upload the logo of your organization',
  description:
    'For owners and admins. Booking pages and emails show the logo. It replaces an earlier one; `null` removes it.',
  scopes: ['organizations:write'],
  maxBodyBytes: maxPictureBodyBytes,
  input: z.object({ uuid: pathId, picture: pictureContent.nullable() }),
  output: Logo,

  async run({ tx, principal, links, now }, { uuid, picture }) {
    const { organizationId } = principal
    const organization = uuid === organizationId ? await findOrganization(tx, uuid) : undefined
    const brand = organization && (await findBrand(tx, uuid))
    if (!organization || !brand) throw missing()
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')

    const logoUrl = picture && picturePath({ organizationId, membershipId: null }, picture)
    const shown = { organization: uriOf(links, 'organizations', organizationId), logo_url: pictureUrl(links, logoUrl) }
    if (logoUrl === brand.logoUrl) return shown

    if (picture) await replacePicture(tx, organizationId, null, picture, now)
    else await deletePicture(tx, organizationId, null)
    await updateBrand(tx, organizationId, { logoUrl }, now)

    const subject = {
      ...toOrganizationResource(links, { ...organization, updatedAt: now }),
      logo_url: shown.logo_url,
      color: brand.color,
    }
    await recordChange({ tx, principal, now }, 'organization.changed', subject)
    return shown
  },
})
