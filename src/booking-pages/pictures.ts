import { html, type Markup } from '#http/markup.ts'
import type { Brand } from '#organizations/index.ts'

/** Above a page that is not framed: the organization's logo. */
export const logoMarkup = (brand: Brand | undefined): Markup | false =>
  brand !== undefined &&
  brand.logoUrl !== null &&
  html`<header><img class="logo" src="${brand.logoUrl}" alt="${brand.name}" referrerpolicy="no-referrer"></header>`

/** The origin that a policy must allow for an image, or for a form that redirects there. */
export const originOf = (address: string | null): string | undefined => {
  if (address === null || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  // A semicolon is legal in a host name, and would end the directive of the policy.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined
}
