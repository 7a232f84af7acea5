import { BadgeWidget, destroyBadgeWidget, initBadgeWidget } from './badge.ts'
import { EmbedFrame } from './frame.ts'
import { autoLoadInlineWidgets, initInlineWidget } from './inline.ts'
import { closePopupWidget, initPopupWidget, PopupWidget, showPopupWidget } from './popup.ts'

const widgets = {
  ...{ initInlineWidget, initInlineWidgets: autoLoadInlineWidgets, _autoLoadInlineWidgets: autoLoadInlineWidgets },
  ...{ initPopupWidget, showPopupWidget, closePopupWidget },
  ...{ initBadgeWidget, destroyBadgeWidget },
  ...{ Iframe: EmbedFrame, PopupWidget, BadgeWidget },
}

declare global {
  interface Window {
    Calendly?: unknown
    Openslot?: typeof widgets
  }
}

/** The global that existing pages expect, and the same under our own name. */
const install = (): void => {
  window.Openslot = widgets
  window.Calendly = widgets
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', autoLoadInlineWidgets)
  autoLoadInlineWidgets()
}

// A page with several embeds often loads the script as many times. The first one stays: it knows what is open.
if (typeof window.Openslot?.initInlineWidget === 'function') window.Openslot._autoLoadInlineWidgets()
else install()
