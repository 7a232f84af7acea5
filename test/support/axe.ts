import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface Examined {
  /** Contrast alone is what differs between light and dark, and takes a fraction of the time. */
  readonly only?: 'color-contrast'
}

// Colours change over a moment when a page becomes dark: those in between are nobody's. Frames show pages of their own.
const seriousFindings = `async (only) => {
  await Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))
  const options = { resultTypes: ['violations'], ...(only && { runOnly: { type: 'rule', values: [only] } }) }
  const { violations } = await axe.run({ exclude: ['iframe'] }, options)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 120) + ' ' + failureSummary.slice(0, 200)).join(' | '))
}`

let source: Promise<string> | undefined

/** What axe-core finds serious or critical in a page. */
export const axeFindings = async (page: Page, { only }: Examined = {}): Promise<string[]> => {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  if (!((await page.evaluate("'axe' in window")) as boolean)) await page.evaluate(await source)
  return page.evaluate(`(${seriousFindings})(${JSON.stringify(only)})`)
}
