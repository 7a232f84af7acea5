import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { findBrand } from '../store/public-pages.ts'

/** What can be changed of it: the addresses are as they are stored. */
export const getBranding = read({
  name: 'get_branding',
  summary: "Your organization's name, colour and logo, as guests see them",
  scopes: ['organizations:read'],
  input: z.object({}),
  output: z.object({ name: z.string(), color: z.string().nullable(), logo: z.string().nullable() }),

  async run({ reader, principal }) {
    if (!isAdmin(principal)) throw refuse('no_access')
    const { name, color, logoUrl } = existing(await findBrand(reader, principal.organizationId))
    return { name, color, logo: logoUrl }
  },
})
