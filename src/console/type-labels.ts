import { idOf } from '#contract/wire.ts'

interface Owned {
  readonly id: string
  readonly name: string
  readonly owner: string
}

interface TypeResource {
  readonly uri: string
  readonly name: string
  readonly profile: { readonly name: string }
}

/**
 * What types are called in one list, by their ids: with the name of their owner, where another of the same name is in
 * it.
 */
export const labelsOf = (types: readonly Owned[]): ReadonlyMap<string, string> => {
  const counts = new Map<string, number>()
  for (const { name } of types) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(types.map(({ id, name, owner }) => [id, counts.get(name) === 1 ? name : `${name} (${owner})`]))
}

export const typeLabels = (types: readonly TypeResource[]): ReadonlyMap<string, string> =>
  labelsOf(types.map((type) => ({ id: idOf(type), name: type.name, owner: type.profile.name })))
