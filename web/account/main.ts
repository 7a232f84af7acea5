/** Copies what the button names. It is shown only where it works. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy ?? '')
  if (!source || !navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent ?? '')
    button.textContent = button.dataset.done ?? ''
  })
}

/** One box for all the others of its form. */
for (const all of document.querySelectorAll<HTMLInputElement>('input[data-all]')) {
  const boxes = [...(all.form?.querySelectorAll<HTMLInputElement>('input[name=scope]') ?? [])]
  const show = (): void => {
    all.checked = boxes.every(({ checked }) => checked)
    all.indeterminate = !all.checked && boxes.some(({ checked }) => checked)
  }
  all.closest('label')?.removeAttribute('hidden')
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
  })
  for (const box of boxes) box.addEventListener('change', show)
  show()
}

/** The zone of the browser, where the page could only guess. */
for (const list of document.querySelectorAll<HTMLSelectElement>('select[data-browser-zone]')) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if ([...list.options].some(({ value }) => value === zone)) list.value = zone
}
