import { element } from './element.ts'

const shownMilliseconds = 2000

/** A button beside every piece of code. */
export const addCopyButtons = (within: ParentNode): void => {
  for (const block of within.querySelectorAll('pre')) {
    const button = element('button', { type: 'button', class: 'copy' }, 'Copy')
    button.addEventListener('click', async () => {
      const isCopied = await navigator.clipboard.writeText(block.textContent ?? '').then(
        () => true,
        () => false,
      )
      button.textContent = isCopied ? 'Copied' : 'Couldn’t copy'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, shownMilliseconds)
    })
    const frame = element('div', { class: 'block' })
    block.replaceWith(frame)
    frame.append(block, button)
  }
}
