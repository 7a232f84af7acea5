/** The zone of the browser, where the page could only guess. */
for (const list of document.querySelectorAll<HTMLSelectElement>('select[data-browser-zone]')) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  // Browsers use names that are older.
  const own = [...list.options].find(({ value, dataset }) => value === zone || dataset.also?.split(' ').includes(zone))
  if (own) list.value = own.value
}
