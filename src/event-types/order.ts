/** The order after one id was moved before another, or to the end; undefined when one of them is not in it. */
export const placedBefore = (
  ids: readonly string[],
  moved: string,
  before: string | null,
): readonly string[] | undefined => {
  if (!ids.includes(moved) || (before !== null && !ids.includes(before))) return undefined
  if (before === moved) return ids
  const others = ids.filter((id) => id !== moved)
  const index = before === null ? others.length : others.indexOf(before)
  return [...others.slice(0, index), moved, ...others.slice(index)]
}
