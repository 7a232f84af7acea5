/**
 * To whatever page shows this one in a frame, whoever it belongs to: so nothing about a person goes out, only that something
 * happened and where it can be read with a token. Nothing is ever taken in.
 */
export const post = (name: string, payload: object): void => {
  if (window.parent !== window) window.parent.postMessage({ event: `calendly.${name}`, payload }, '*')
}

/** Once at the beginning, and whenever the height changes; as CSS takes it. */
export const postHeights = (): void => {
  let told = ''
  const tell = (): void => {
    const height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`
    if (height === told) return
    told = height
    post('page_height', { height })
  }
  new ResizeObserver(tell).observe(document.body)
  tell()
}

/** A key that is pressed here is heard nowhere else: whoever shows this page in a window of its own can close it. */
export const postEscapes = (): void =>
  window.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && window.parent !== window) window.parent.postMessage({ event: 'openslot.escape_pressed', payload: {} }, '*')
  })
