import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { find } from '../../scripts/test/requirements.mjs'
import { afterEveryTest, atEnd } from './at-end.ts'

let launched: Promise<Browser> | undefined
const servers: Server[] = []

interface PooledContext {
  readonly context: BrowserContext
  readonly options: string
}

// A new context takes Chromium more than a second of processor time, a new page in one a few milliseconds. So a context
// serves one test after another, without the pages and cookies of the last one, and online.
const idle: PooledContext[] = []
const inUse: PooledContext[] = []

afterEveryTest(async () => {
  for (const pooled of inUse.splice(0)) {
    const { context } = pooled
    await Promise.all(context.pages().map((page) => page.close()))
    await context.clearCookies()
    await context.setOffline(false)
    idle.push(pooled)
  }
})

const takeContext = async (browser: Browser, settings: BrowserContextOptions): Promise<BrowserContext> => {
  const options = JSON.stringify(settings)
  const index = idle.findIndex((pooled) => pooled.options === options)
  const pooled = idle.splice(index, index < 0 ? 0 : 1)[0] ?? { context: await browser.newContext(settings), options }
  inUse.push(pooled)
  return pooled.context
}

atEnd(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  const browser = await launched?.catch(() => undefined)
  await browser?.close()
})

export interface Window {
  readonly page: Page
  /** What the browser complained of: scripts, styles and forms that a policy did not let through, and all else. */
  readonly errors: string[]
}

/** A window of the machine's own Chromium, with cookies of its own. It is closed after the test. */
export const openWindow = async (options: BrowserContextOptions = {}): Promise<Window> => {
  // Root has no sandbox, and containers run as root. There is no screen, so nothing needs a GPU process.
  launched ??= chromium.launch({ executablePath: find('chromium'), args: ['--no-sandbox', '--disable-gpu'] })
  const browser = await launched
  const page = await (await takeContext(browser, options)).newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return { page, errors }
}

/** A generous guard against hanging. */
const guardMilliseconds = 60_000

export interface Callback {
  readonly uri: string
  /** The next address a browser is sent to here. */
  next(): Promise<URL>
}

/** Where an application on this machine takes its answers. */
export const listenForAnswers = async (path: string): Promise<Callback> => {
  const arrived: URL[] = []
  const waiting: ((url: URL) => void)[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', origin)
    response.setHeader('content-type', 'text/html').end('<title>Back</title><h1>Back at the application</h1>')
    if (url.pathname !== path) return
    const waiter = waiting.shift()
    if (waiter) waiter(url)
    else arrived.push(url)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    uri: origin + path,
    next: () => {
      const url = arrived.shift()
      if (url) return Promise.resolve(url)
      return new Promise((done, fail) => {
        const guard = setTimeout(() => fail(new Error('No browser came.')), guardMilliseconds)
        waiting.push((next) => {
          clearTimeout(guard)
          done(next)
        })
      })
    },
  }
}
