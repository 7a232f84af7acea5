// Takes the pictures of docs/pictures/ that show pages: of a demo, and of a first run. Those of mails are taken by
// their test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { ensureBundle, ensureEmptyDatabase } from './ready.mjs'
import { find } from './test/requirements.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const firstPort = Number(process.env.PORT ?? 4811)
const ends = []

/** A service of its own; gives its address, its data folder and what it printed. */
const startService = async (port, ...options) => {
  const data = await mkdtemp(join(tmpdir(), 'openslot-pictures-'))
  const child = spawn(process.execPath, ['bin/openslot.mjs', 'start', ...options], {
    cwd: root,
    env: { ...process.env, OPENSLOT_DATA: data, PORT: String(port), OPENSLOT_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ends.push(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit')
    await rm(data, { recursive: true, force: true })
  })
  let printed = ''
  for await (const text of child.stdout) {
    printed += text
    if (printed.includes('curl -H')) return { address: `http://127.0.0.1:${port}`, data, printed }
  }
  throw new Error(`The service did not start:\n${printed}`)
}

const sizes = { 375: { width: 375, height: 812 }, 768: { width: 768, height: 800 }, 1280: { width: 1280, height: 800 } }

/** Where each picture is taken, and in which sizes; the dark ones at 1280. */
const screensOf = (type, meeting) => [
  ['event-types', '/app', [375, 768, 1280]],
  ['event-type', `/app/types/${type}`, [375, 1280], true],
  ['availability', '/app/availability', [375, 768, 1280], true],
  ['meetings', `/app/meetings?open=${meeting}`, [768, 1280], true],
  ['meetings', '/app/meetings', [375]],
  ['week', '/app/meetings?view=week', [375, 1280]],
  ['routing-forms', '/app/forms', [1280]],
  ['insights', '/app/insights', [1280]],
  ['people', '/app/organization', [1280]],
  ['rules', '/app/organization/rules', [1280]],
  ['developers', '/app/developers', [1280]],
]

const take = async (page, name) => {
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(root, 'docs/pictures', `${name}.png`), animations: 'disabled' })
  process.stdout.write(`${name}\n`)
}

const consolePictures = async (page, { address, data }) => {
  const demo = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'))
  const { email, password } = demo.users.owner
  await page.goto(`${address}/login`)
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/app`)
  const idOf = ({ uri }) => uri.split('/').pop()
  const meeting = demo.scheduled_events.find(
    ({ status, start_time }) => status === 'active' && Date.parse(start_time) > Date.now(),
  )
  for (const [name, path, widths, hasDark = false] of screensOf(idOf(demo.event_types[0]), idOf(meeting))) {
    for (const width of widths) {
      await page.setViewportSize(sizes[width])
      await page.goto(address + path)
      await take(page, `console-${name}-${width}`)
    }
    if (!hasDark) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(address + path)
    await take(page, `console-${name}-1280-dark`)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await page.setViewportSize({ width: 1120, height: 684 })
  await page.goto(new URL(demo.event_types[0].scheduling_url).href)
  await page.locator('a.day.open').nth(1).click()
  await page.locator('a.time').first().waitFor()
  await take(page, 'booking-page')
}

const firstRunPicture = async (page, { printed }) => {
  const [link] = /http\S+\/app\/welcome\/\S+/.exec(printed)
  await page.setViewportSize({ width: 1280, height: 958 })
  await page.goto(link)
  await page.getByLabel('Your name').fill('Demo Owner')
  await page.getByLabel('Your email').fill('owner@demo.test')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/app/welcome/done')
  await page.frameLocator('iframe').locator('a.day.open').first().waitFor()
  await take(page, 'console-first-run')
}

try {
  await ensureBundle()
  await ensureEmptyDatabase()
  const browser = await chromium.launch({ executablePath: find('chromium'), args: ['--no-sandbox', '--disable-gpu'] })
  ends.push(() => browser.close())
  const page = () => browser.newPage({ timezoneId: 'Europe/Lisbon', locale: 'en-US' })
  await consolePictures(await page(), await startService(firstPort, '--demo'))
  await firstRunPicture(await page(), await startService(firstPort + 1))
} finally {
  for (const end of ends.reverse()) await end()
}
