// node bench/first-paint.mjs [pairs]
//
// How soon the page of an event type is painted, beside a file of the same bytes from a server that does nothing but send it.
// Each time in a new window with nothing kept, one after the other in turn. The figure is a ratio of medians in one run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { ensureBundle, ensurePackages, root } from '../scripts/ready.mjs'
import { find } from '../scripts/test/requirements.mjs'

const pairs = Number(process.argv[2] ?? 15)
const goal = 1.5

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

ensurePackages()
await ensureBundle()
const folder = mkdtempSync(join(tmpdir(), 'openslot-paint-'))
const port = await freePort()
const service = spawn(process.execPath, ['--v8-pool-size=1', 'bin/openslot.mjs', 'start', '--demo'], {
  cwd: root,
  env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), OPENSLOT_DATA: folder, OPENSLOT_RATE_LIMITS: 'off', OPENSLOT_LOG: 'silent' },
  stdio: 'ignore',
})
let browser
let still
try {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await pause(100)
  const { event_types } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
  const path = new URL(event_types[0].scheduling_url).pathname
  const text = await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html', 'accept-language': 'en-US' } })).text()
  // Without the script, which would only be asked for and not be there.
  const file = Buffer.from(text.replace(/<script nonce[^>]*><\/script>/, (script) => `<!--${' '.repeat(script.length - 7)}-->`))
  still = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': file.length }).end(file))
  still.listen(0, '127.0.0.1')
  await once(still, 'listening')

  browser = await chromium.launch({ executablePath: find('chromium'), args: ['--no-sandbox'] })
  const paintOf = async (url) => {
    const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-US' })
    const page = await context.newPage()
    await page.goto(url)
    let paint
    while (paint === undefined) paint = await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)
    await context.close()
    return paint
  }
  const subjects = { file: `http://127.0.0.1:${still.address().port}/`, page: `http://127.0.0.1:${port}${path}` }
  for (const url of Object.values(subjects)) await paintOf(url)
  const paints = { file: [], page: [] }
  for (let pair = 0; pair < pairs; pair += 1) for (const [name, url] of Object.entries(subjects)) paints[name].push(await paintOf(url))
  const ratio = median(paints.page) / median(paints.file)
  const shown = Object.entries(paints).map(([name, times]) => `${name} ${median(times).toFixed(0)} ms`)
  console.log(`First paint of ${path}, ${file.length} bytes, ${pairs} pairs: ${shown.join(', ')}; ${ratio.toFixed(2)} times the file (at most ${goal})`)
} finally {
  await browser?.close()
  still?.close()
  service.kill('SIGTERM')
  await once(service, 'exit')
  rmSync(folder, { recursive: true, force: true })
}
