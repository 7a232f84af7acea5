/** Opening an example in one language opens all others of the page in it. */
export const followLanguage = (): void => {
  for (const example of document.querySelectorAll<HTMLDetailsElement>('.example')) {
    const summary = example.querySelector('summary')
    summary?.addEventListener('click', (event) => {
      event.preventDefault()
      if (!example.open) show(example.dataset.language ?? '', summary)
    })
  }
}

const show = (language: string, chosen: HTMLElement): void => {
  const { top } = chosen.getBoundingClientRect()
  for (const group of document.querySelectorAll('.examples')) {
    const all = [...group.querySelectorAll<HTMLDetailsElement>('.example')]
    if (!all.some((example) => example.dataset.language === language)) continue
    for (const example of all) example.open = example.dataset.language === language
  }
  // What is above may have become longer or shorter: the one that was chosen stays where it was.
  scrollBy({ top: chosen.getBoundingClientRect().top - top, behavior: 'instant' })
}
