import type { Prefill, Utm } from './address.ts'
import { element } from './element.ts'
import { EmbedFrame } from './frame.ts'

export interface PopupOptions {
  readonly prefill?: Prefill | undefined
  readonly utm?: Utm | undefined
  readonly onClose?: (() => void) | undefined
}

/**
 * A booking page over everything else. While it is open the keyboard focus stays in it; Escape and a click beside it
 * close it.
 */
export class PopupWidget {
  readonly #overlay: HTMLElement
  readonly #closeButton: HTMLButtonElement
  readonly #content: HTMLElement
  readonly #wanted: { readonly url: string; readonly embedType: string; readonly options: PopupOptions }
  #frame: EmbedFrame | undefined
  #before: { readonly focus: Element | null; readonly overflow: string } | undefined

  constructor(url: string, embedType = 'PopupText', options: PopupOptions = {}) {
    this.#wanted = { url, embedType, options }
    this.#content = element('div', { class: 'calendly-popup-content' })
    this.#closeButton = element('button', { class: 'calendly-popup-close', type: 'button', 'aria-label': 'Close' })
    const veil = element('div', { class: 'calendly-close-overlay' })
    this.#overlay = element(
      'div',
      { class: 'calendly-overlay', role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Scheduling page' },
      veil,
      edge(() => this.#frame?.node.focus()),
      this.#closeButton,
      element('div', { class: 'calendly-popup' }, this.#content),
      edge(() => this.#closeButton.focus()),
    )
    veil.addEventListener('click', () => this.close())
    this.#closeButton.addEventListener('click', () => this.close())
  }

  get isOpen(): boolean {
    return this.#before !== undefined
  }

  show(): void {
    if (this.isOpen) return
    const { url, embedType, options } = this.#wanted
    this.#frame = new EmbedFrame({
      url,
      embedType,
      prefill: options.prefill,
      utm: options.utm,
      parentElement: this.#content,
    })
    this.#before = { focus: document.activeElement, overflow: document.body.style.overflow }
    document.body.append(this.#overlay)
    document.body.style.overflow = 'hidden'
    document.addEventListener('keydown', this.#onKey, true)
    document.addEventListener('focusin', this.#onFocus)
    window.addEventListener('message', this.#onMessage)
    this.#closeButton.focus()
  }

  close(): void {
    const before = this.#before
    if (before === undefined) return
    this.#before = undefined
    document.removeEventListener('keydown', this.#onKey, true)
    document.removeEventListener('focusin', this.#onFocus)
    window.removeEventListener('message', this.#onMessage)
    this.#overlay.remove()
    document.body.style.overflow = before.overflow
    if (before.focus instanceof HTMLElement) before.focus.focus()
    this.#wanted.options.onClose?.()
  }

  readonly #onKey = (pressed: KeyboardEvent): void => {
    if (pressed.key !== 'Escape') return
    pressed.stopPropagation()
    this.close()
  }

  /** Key presses in the frame are posted by its page. */
  readonly #onMessage = (message: MessageEvent): void => {
    if (this.#frame?.sent(message) && message.data?.event === 'openslot.escape_pressed') this.close()
  }

  /** Whatever moves the focus out, also a script of the page: it is moved back. */
  readonly #onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Node && !this.#overlay.contains(target)) this.#closeButton.focus()
  }
}

/** The focus wraps around from the last element of the popup to the first, and back. */
const edge = (onFocus: () => void): HTMLElement => {
  const made = element('div', { tabindex: '0', 'aria-hidden': 'true' })
  made.addEventListener('focus', onFocus)
  return made
}

let open: PopupWidget | undefined

export const showPopupWidget = (url: string, embedType?: string, options?: PopupOptions): void => {
  const next = new PopupWidget(url, embedType, options)
  open?.close()
  next.show()
  open = next
}

export const closePopupWidget = (): void => open?.close()

export const initPopupWidget = ({ url, ...options }: PopupOptions & { readonly url: string }): void =>
  showPopupWidget(url, 'PopupText', options)
