import { type FrameOptions, frameAddress } from './address.ts'
import { element } from './element.ts'

export interface FrameElementOptions extends FrameOptions {
  readonly parentElement: unknown
}

/** A booking page embedded in another page: a spinner until it has loaded, and then the page. */
export class EmbedFrame {
  readonly parent: HTMLElement
  readonly node: HTMLIFrameElement
  /** Only messages from this origin count. */
  readonly origin: string

  constructor(wanted: FrameElementOptions) {
    this.parent = parentIn(wanted.parentElement)
    const address = frameAddress(wanted)
    this.origin = address.origin
    this.node = element('iframe', {
      title: 'Scheduling page',
      width: '100%',
      height: '100%',
      frameborder: '0',
      src: address.href,
    })
    const spinner = element(
      'div',
      { class: 'calendly-spinner' },
      ...[1, 2, 3].map((index) => element('div', { class: `calendly-bounce${index}` })),
    )
    this.node.addEventListener('load', () => spinner.remove())
    // Created twice in the same element, as some libraries do: the second one replaces the first.
    for (const earlier of this.parent.querySelectorAll(':scope > iframe, :scope > .calendly-spinner')) earlier.remove()
    if (getComputedStyle(this.parent).position === 'static') this.parent.style.position = 'relative'
    if (isPhone()) {
      this.parent.classList.add('calendly-mobile')
      this.parent.style.overflowY = 'auto'
    }
    this.parent.append(spinner, this.node)
  }

  /** Whether the page in this frame sent it. Any other window may post messages, too. */
  sent({ source, origin }: MessageEvent): boolean {
    return source !== null && source === this.node.contentWindow && origin === this.origin
  }
}

/** An element, or a library's wrapper of one. */
const parentIn = (given: unknown): HTMLElement => {
  if (given instanceof HTMLElement) return given
  const first = typeof given === 'object' && given !== null ? (given as ArrayLike<unknown>)[0] : undefined
  if (first instanceof HTMLElement) return first
  throw 'Calendly: Parent element not set'
}

const isPhone = (): boolean => matchMedia('(pointer: coarse) and (max-device-width: 1024px)').matches
