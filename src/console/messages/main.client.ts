/** The field that was in use last gets the variable: the subject, or else the body. */
let last: HTMLInputElement | HTMLTextAreaElement | undefined

const isText = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  (target.name === 'subject' || target.name === 'body')

const insert = (variable: string): void => {
  const found = last?.isConnected ? last : document.querySelector('textarea[name="body"]')
  if (!isText(found)) return
  found.setRangeText(variable, found.selectionStart ?? 0, found.selectionEnd ?? 0, 'end')
  found.dispatchEvent(new Event('input', { bubbles: true }))
  found.focus()
}

/** Without a script they are texts to copy. */
const makeButtons = (): void => {
  for (const code of document.querySelectorAll<HTMLElement>('code[data-insert]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'second'
    button.textContent = code.textContent
    button.dataset.insert = code.dataset.insert ?? ''
    code.replaceWith(button)
  }
}

document.addEventListener('focusin', ({ target }) => {
  if (isText(target)) last = target
})
document.addEventListener('click', ({ target }) => {
  const button = target instanceof HTMLElement ? target.closest<HTMLElement>('button[data-insert]') : null
  if (button) insert(button.dataset.insert ?? '')
})
makeButtons()
