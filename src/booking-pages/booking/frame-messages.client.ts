/**
 * Messages to the embedding page, whoever it belongs to: so they contain no personal data, only that something happened
 * and the URIs to read it with a token. No message is ever received.
 */
export const post = (name: string, payload: object): void => {
  if (window.parent !== window) window.parent.postMessage({ event: `calendly.${name}`, payload }, '*')
}

/** Once at the beginning, and whenever the height changes; as a CSS length. */
export const postHeights = (): void => {
  let posted = ''
  const tell = (): void => {
    const height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`
    if (height === posted) return
    posted = height
    post('page_height', { height })
  }
  new ResizeObserver(tell).observe(document.body)
  tell()
}

/** The embedding page does not see key presses in this frame: with this message it can close its popup. */
export const postEscapes = (): void =>
  window.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && window.parent !== window)
      window.parent.postMessage({ event: 'openslot.escape_pressed', payload: {} }, '*')
  })
