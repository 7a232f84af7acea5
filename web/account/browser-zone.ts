/**
 * Chooses the zone of the browser where the page could only guess. Browsers use names that are older: `data-also` has
 * them.
 */
export const chooseBrowserZone = (list: HTMLSelectElement): void => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const own = [...list.options].find(({ value, dataset }) => value === zone || dataset.also?.split(' ').includes(zone))
  if (own) list.value = own.value
}
