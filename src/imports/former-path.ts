import { reservedSlugs } from '#organizations/index.ts'

/**
 * First parts of addresses that are ours, and that others have for pages of teams, organizations and types without an
 * owner.
 */
const shared = ['d', 'team', 'org']

/**
 * The path of a page elsewhere, as it is looked up: in lower case. Undefined where it could be no page of a user, a
 * team or a type.
 */
export const formerPath = (address: string | null | undefined): string | undefined => {
  if (address == null || !URL.canParse(address, 'https://elsewhere.invalid')) return undefined
  const path = new URL(address, 'https://elsewhere.invalid').pathname.toLowerCase().replace(/\/+$/, '')
  const [, first = '', ...others] = path.split('/')
  const isPage = path.length <= 300 && others.length <= 3 && first !== '' && others.every((part) => part !== '')
  return isPage && (shared.includes(first) || !reservedSlugs.has(first)) ? path : undefined
}
