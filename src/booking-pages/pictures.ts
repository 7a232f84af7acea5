import { html, type Markup } from '#http/markup.ts'
import type { Brand } from '#organizations/index.ts'

/** Above a page that stands alone: whose it is. */
export const logoMarkup = (brand: Brand | undefined): Markup | false =>
  brand !== undefined &&
  brand.logoUrl !== null &&
  html`<header><img class="logo" src="${brand.logoUrl}" alt="${brand.name}" referrerpolicy="no-referrer"></header>`

/** What a policy must let through for a picture, or for a form that leads there. */
export const originOf = (address: string | null): string | undefined => {
  if (address === null || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  // A semicolon may stand in the name of a host, and would end what the policy says there.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined
}
