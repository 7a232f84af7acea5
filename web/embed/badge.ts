import { element } from './element.ts'
import { type PopupOptions, showPopupWidget } from './popup.ts'

export interface BadgeOptions extends PopupOptions {
  readonly url: string
  readonly text?: string
  readonly color?: string
  readonly textColor?: string
  readonly branding?: boolean
}

const white = /^(#fff|#ffffff|white)$/i

/** A button in the corner of the page that opens the popup. */
export class BadgeWidget {
  readonly #node: HTMLElement

  constructor({
    url,
    text = 'Schedule time with me',
    color = '#0069ff',
    textColor = '#ffffff',
    branding = false,
    ...options
  }: BadgeOptions) {
    if (!url) throw 'Calendly: Widget URL not set'
    const content = element('button', { class: 'calendly-badge-content', type: 'button' }, text)
    if (white.test(color)) content.classList.add('calendly-white')
    content.style.background = color
    content.style.color = textColor
    if (branding) content.append(element('span', {}, 'powered by Openslot'))
    content.addEventListener('click', () => showPopupWidget(url, 'PopupWidget', options))
    this.#node = element('div', { class: 'calendly-badge-widget' }, content)
    document.body.append(this.#node)
  }

  destroy(): void {
    this.#node.remove()
  }
}

let shown: BadgeWidget | undefined

export const initBadgeWidget = (options: BadgeOptions): void => {
  const next = new BadgeWidget(options)
  shown?.destroy()
  shown = next
}

export const destroyBadgeWidget = (): void => {
  shown?.destroy()
  shown = undefined
}
