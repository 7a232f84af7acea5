/** The zone of the browser, where the page could only guess. */
for (const list of document.querySelectorAll<HTMLSelectElement>('select[data-browser-zone]')) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if ([...list.options].some(({ value }) => value === zone)) list.value = zone
}
