import { texts } from './script-texts.client.ts'
import { sayFailed } from './toast.client.ts'

export const copy = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )

/** `<button data-copy="…">`: its own label say that it is done. */
export const watchCopyButtons = (): void => {
  showCopyButtons()
  document.addEventListener('console:changed', showCopyButtons)
  document.addEventListener('click', async (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]')
    if (!button) return
    if (!(await copy(button.dataset.copy ?? ''))) return sayFailed()
    const label = button.querySelector('span') ?? button
    const before = label.textContent
    if (before === texts.copied) return
    label.textContent = texts.copied
    setTimeout(() => {
      label.textContent = before
    }, 2000)
  })
}

/** Those that are of no use without a script. */
const showCopyButtons = (): void => {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy][hidden]')) button.hidden = false
}
