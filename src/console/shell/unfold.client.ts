/** Opens all that it is folded away in. */
export const unfold = (element: Element): void => {
  for (let folded = element.closest('details'); folded; folded = folded.parentElement?.closest('details') ?? null)
    folded.open = true
}
