import { slugFrom } from '#organizations/index.ts'

/** The last part of an address, made from a name. */
export const slugOf = (name: string): string => slugFrom(name) || 'meeting'

/**
 * The last part of a type's address: from its name, with a number appended if its owner uses it already. Renaming the
 * type does not change it.
 */
export const freeEventTypeSlug = (name: string, taken: ReadonlySet<string>): string => {
  const base = slugOf(name)
  if (!taken.has(base)) return base
  for (let number = 2; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}
