// A condition on a question with choices offers them to be ticked; one on another question is typed.

/** What was ticked in what is only here, by form, name and value: it stays when the page is replaced. */
const ticked = new Set<string>()
const keyOf = ({ form, name, value }: HTMLInputElement): string =>
  JSON.stringify([form?.getAttribute('action'), name, value])

const boxesIn = (choices: Element): readonly HTMLInputElement[] => [...choices.querySelectorAll('input')]
const choicesOf = (place: ParentNode, question: string): HTMLFieldSetElement | null =>
  place.querySelector<HTMLFieldSetElement>(`[data-choices="${CSS.escape(question)}"]`)

/** The choices of a question as the form for a new rule has them, for this condition. */
const copyChoices = (row: HTMLElement, question: string): HTMLFieldSetElement | null => {
  const copy = choicesOf(document, question)?.cloneNode(true) as HTMLFieldSetElement | undefined
  if (!copy) return null
  row.querySelector('.typed-values')?.before(copy)
  copy.dataset.copied = ''
  for (const box of boxesIn(copy)) {
    box.name = `choice-${row.dataset.at}-${question}`
    box.checked = ticked.has(keyOf(box))
  }
  return copy
}

const showChoices = (row: HTMLElement): void => {
  const question = row.querySelector<HTMLSelectElement>('[name=question]')?.value ?? ''
  const own = choicesOf(row, question) ?? copyChoices(row, question)
  for (const choices of row.querySelectorAll<HTMLElement>('[data-choices]')) choices.hidden = choices !== own
  const typed = row.querySelector<HTMLElement>('.typed-values')
  if (typed) typed.hidden = own !== null && typed.querySelector('textarea')?.value === ''
  for (const option of row.querySelectorAll<HTMLOptionElement>('[data-for-text]')) {
    option.disabled = own !== null
    if (option.disabled && option.selected) option.selected = false
  }
}

const showAll = (): void => document.querySelectorAll<HTMLElement>('.condition').forEach(showChoices)

document.addEventListener('input', ({ target }) => {
  const one = target as HTMLInputElement
  const row = one.closest<HTMLElement>('.condition')
  if (row && one.name === 'question') showChoices(row)
  if (!one.closest('[data-copied]')) return
  if (one.checked) ticked.add(keyOf(one))
  else ticked.delete(keyOf(one))
})
document.addEventListener('submit', ({ target }) => {
  for (const box of boxesIn(target as HTMLFormElement)) ticked.delete(keyOf(box))
})
document.addEventListener('console:changed', showAll)
showAll()
