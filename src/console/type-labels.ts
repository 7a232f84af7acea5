import { idOf } from '#contract/wire.ts'

interface Named {
  readonly uri: string
  readonly name: string
  readonly profile: { readonly name: string }
}

/** What types are called in one list; with the name of their owner, where another of the same name is in it. */
export const typeLabels = (types: readonly Named[]): ReadonlyMap<string, string> => {
  const isUnclear = (name: string): boolean => types.filter((one) => one.name === name).length > 1
  return new Map(types.map((type) => [idOf(type), isUnclear(type.name) ? `${type.name} (${type.profile.name})` : type.name]))
}
