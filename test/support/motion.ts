import type { Page } from 'playwright-core'

/**
 * What moves on a page, or would if it changed: transitions and animations that take any time, and smooth scrolling.
 */
export const movingIn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const takesTime = (durations) => durations.split(',').some((one) => parseFloat(one) > 0)
    const found = new Set()
    for (const element of document.querySelectorAll('*'))
      for (const part of ['', '::before', '::after', '::backdrop']) {
        const style = getComputedStyle(element, part || null)
        const name = element.tagName + '.' + element.getAttribute('class') + part
        if (takesTime(style.transitionDuration) && style.transitionProperty !== 'none') found.add(name + ' changes over ' + style.transitionDuration)
        if (takesTime(style.animationDuration) && style.animationName !== 'none') found.add(name + ' moves: ' + style.animationName)
        if (style.scrollBehavior === 'smooth') found.add(name + ' scrolls smoothly')
      }
    return [...found]
  })()`)
