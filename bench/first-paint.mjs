import { chromium } from 'playwright-core'
import { find } from '../scripts/test/requirements.mjs'
import { startProgram } from './processes.mjs'
import { median } from './rounds.mjs'

const goal = 1.5

/**
 * How soon the page of an event type is painted, beside a file of as many bytes from the same server process. Each time
 * in a new window with nothing kept, one after the other in turn; every other pair goes the other way round.
 */
export const measureFirstPaint = async ({ filled, program, pairs, atEnd }) => {
  const path = new URL(filled.page).pathname
  const server = await startProgram(program, { ...filled.settings, BENCH_PAGE: path }, atEnd)
  const at = (address) => `http://127.0.0.1:${server.port}${address}`
  await server.untilReady(at('/bench/file'))
  const bytes = (await (await fetch(at('/bench/file'))).arrayBuffer()).byteLength
  const browser = await chromium.launch({ executablePath: find('chromium'), args: ['--no-sandbox'] })
  atEnd(() => browser.close())
  const subjects = { file: at('/bench/file'), page: at(path) }
  for (const url of Object.values(subjects)) await paintOf(browser, url)
  const paints = { file: [], page: [] }
  for (let pair = 0; pair < pairs; pair += 1)
    for (const name of pair % 2 === 0 ? ['file', 'page'] : ['page', 'file'])
      paints[name].push(await paintOf(browser, subjects[name]))
  await browser.close()
  await server.stop()
  const [file, page] = [median(paints.file), median(paints.page)]
  return { bytes, pairs, file, page, ratio: page / file, goal }
}

const paintOf = async (browser, url) => {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-US' })
  const page = await context.newPage()
  const answer = await page.goto(url)
  if (!answer.ok()) throw new Error(`${url} answered ${answer.status()}.`)
  let paint
  while (paint === undefined)
    paint = await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)
  await context.close()
  return paint
}
