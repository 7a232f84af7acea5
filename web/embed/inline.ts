import type { Prefill, Utm } from './address.ts'
import { EmbedFrame } from './frame.ts'
import { followHeight } from './height.ts'

export interface InlineOptions {
  readonly url?: string
  readonly parentElement?: unknown
  readonly prefill?: Prefill
  readonly utm?: Utm
  readonly resize?: boolean
}

export const initInlineWidget = ({ url, parentElement, prefill, utm, resize }: InlineOptions = {}): void => {
  const frame = new EmbedFrame({ url: url ?? urlAt(parentElement), embedType: 'Inline', parentElement, prefill, utm })
  frame.parent.dataset.processed = 'true'
  if (resize ?? frame.parent.dataset.resize === 'true') followHeight(frame)
}

const urlAt = (place: unknown): string => (place instanceof HTMLElement ? (place.dataset.url ?? '') : '')

/** Every element of the page with the class, once. A failure in one does not keep the others empty. */
export const autoLoadInlineWidgets = (): void => {
  for (const index of document.querySelectorAll<HTMLElement>(
    '.calendly-inline-widget:not([data-processed]):not([data-auto-load="false"])',
  )) {
    index.dataset.processed = 'true'
    try {
      initInlineWidget({ parentElement: index })
    } catch (reason) {
      console.error(reason, index)
    }
  }
}
