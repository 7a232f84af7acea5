import { texts } from './script-texts.client.ts'
import { sayFailed } from './toast.client.ts'

export const copy = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )

/** `<button data-copy="…">`: its own words say that it is done. */
export const watchCopyButtons = (): void => {
  showCopyButtons()
  document.addEventListener('console:changed', showCopyButtons)
  document.addEventListener('click', async (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]')
    if (!button) return
    if (!(await copy(button.dataset.copy ?? ''))) return sayFailed()
    const words = button.querySelector('span') ?? button
    const before = words.textContent
    if (before === texts.copied) return
    words.textContent = texts.copied
    setTimeout(() => {
      words.textContent = before
    }, 2000)
  })
}

/** Those that are of no use without a script. */
const showCopyButtons = (): void => {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy][hidden]')) button.hidden = false
}
