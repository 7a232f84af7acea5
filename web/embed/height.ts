import type { EmbedFrame } from './frame.ts'

let resized: EmbedFrame | undefined

const height = /^\d{1,5}(\.\d{1,3})?px$/

/** Makes the container of this frame follow the height of its page. One frame of a page can have that. */
export const followHeight = (frame: EmbedFrame): void => {
  if (resized?.node.isConnected && resized !== frame) {
    console.warn('Openslot: only one inline embed of a page is resized. This one keeps its height:', frame.parent)
    return
  }
  if (resized === undefined) window.addEventListener('message', onMessage)
  resized = frame
}

const onMessage = (message: MessageEvent): void => {
  if (!resized?.sent(message) || message.data?.event !== 'calendly.page_height') return
  const wanted = message.data.payload?.height
  if (typeof wanted === 'string' && height.test(wanted) && Number.parseFloat(wanted) > 0)
    resized.parent.style.height = wanted
}
