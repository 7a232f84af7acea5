import type { Frame, Page } from 'playwright-core'
import { openWindow } from './browser.ts'

/**
 * Each runs `hit()`, leads to evil.test or takes the page apart, if it is ever read as anything but text. None is
 * longer than a name may be.
 */
export const hostileStrings: readonly string[] = [
  '<script>hit()</script>',
  '<img src=x onerror=hit()>',
  '<svg onload=hit()>',
  '"><svg onload=hit()>',
  "'><svg/onload=hit()>",
  '" onfocus=hit() autofocus tabindex=1 x="',
  "' onfocus=hit() autofocus tabindex=1 x='",
  'x onfocus=hit() autofocus tabindex=1',
  'javascript:hit()',
  '</script><script>hit()</script>',
  '</title></style></textarea><svg onload=hit()>',
  '--><svg onload=hit()><!--',
  '<!--<script>',
  '<a href=javascript:hit()>x</a>',
  '<math><a xlink:href=javascript:hit()>x</a></math>',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  '<details open ontoggle=hit()><summary>x</summary>',
  '&lt;svg onload=hit()&gt;&#60;svg onload=hit()&#62;',
  '%3Csvg%20onload=hit()%3E',
  '\\u003csvg onload=hit()\\u003e\\x3csvg onload=hit()>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text, and nothing else, is what it must be.
  '\\";hit();//\';hit();//`;${hit()}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
  "{{constructor.constructor('hit()')()}}${hit()}",
  '<base href=//evil.test><form action=//evil.test>',
  '<meta http-equiv=refresh content="0;url=//evil.test">',
  'red}*{x:expression(hit());background:url(//evil.test)',
]

/**
 * All of them, spread over as few texts of at most this length as will hold them. A text that must come first comes
 * first in one.
 */
export const packed = (maxLength: number): string[] => {
  const texts: string[] = []
  for (const one of [...hostileStrings].sort((a, b) => b.length - a.length)) {
    const place = texts.findIndex((text) => text.length + 1 + one.length <= maxLength && !one.startsWith('javascript:'))
    if (place < 0) texts.push(one)
    else texts[place] += ` ${one}`
  }
  return texts
}

export interface WatchedWindow {
  readonly page: Page
  /**
   * What came of the texts since it was last asked: scripts that ran, policies that had to step in, elements that they
   * became.
   */
  harm(frames?: readonly Frame[]): Promise<string[]>
}

const planted = [
  ...['onload', 'onerror', 'onfocus', 'ontoggle', 'tabindex="1"'].map((name) => `[${name}]`),
  ...[
    'base',
    'math',
    'iframe',
    'meta[http-equiv]',
    '[action^="//evil"]',
    '[href^="javascript" i]',
    '[src*="//evil"]',
    '[style*="//evil"]',
  ],
].join()

/** A window in which nothing hostile goes unseen. */
export const openWatchedWindow = async (): Promise<WatchedWindow> => {
  const { page, errors } = await openWindow()
  const seen: string[] = []
  await page.exposeFunction('hit', () => void seen.push(`a script ran on ${new URL(page.url()).pathname}`))
  page.on('dialog', (dialog) => {
    seen.push(`a dialog on ${new URL(page.url()).pathname}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).host === 'evil.test') seen.push(`a request to ${request.url()}`)
  })
  return {
    page,
    harm: async (frames = [page.mainFrame()]) => {
      const look = `[...document.querySelectorAll('${planted}')].map((node) => node.outerHTML.slice(0, 200))`
      const found = (await Promise.all(frames.map((frame) => frame.evaluate(look) as Promise<string[]>))).flat()
      // A refusal is a status that the browser logs; anything else it logs is a fault of the page.
      const faults = errors.splice(0).filter((text) => !/status of (400|403|404|410|422)/.test(text))
      return [...seen.splice(0), ...faults, ...found]
    },
  }
}
