// seconds: 8
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../support/app.ts'
import { axeFindings } from '../../support/axe.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import { eventually } from '../../support/eventually.ts'
import { movingIn } from '../../support/motion.ts'
import { givePassword, rightPassword } from '../../support/visitor.ts'

let app: TestApp
let address: string
let owner: Person

before(async () => {
  app = await testApp()
  owner = await aFounder(app)
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

describe('the documentation', () => {
  test('is searched in the browser, also when the connection is gone, and by the keyboard', async () => {
    const { page, errors } = await openWindow()
    await page.goto(`${address}/docs`)
    const search = page.getByRole('searchbox', { name: 'Search the documentation' })
    const loaded = page.waitForResponse((response) => response.url().includes('/docs/index-'))
    await page.keyboard.press('/')
    await search.fill('s')
    await loaded
    await page.locator('.results a').first().waitFor()
    await page.context().setOffline(true)
    await search.fill('signature byte')
    const first = page.locator('.results a').first()
    await page.locator('.results a', { hasText: 'Receive' }).waitFor()
    await search.fill('payload signature python')
    await page.locator('.results li:nth-child(-n + 3) a', { hasText: 'Python' }).waitFor()
    await search.fill('cancel event')
    assert.match((await first.textContent()) ?? '', /cancel/i)
    await page.context().setOffline(false)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/reference\/.*#/)
    assert.deepEqual(errors, [])
  })

  test('an operation is tried with a token that is kept nowhere; a language is chosen for the whole page; code is copied', async () => {
    const { page, errors } = await openWindow({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${address}/docs/reference/users`)
    const article = page.locator('#get_current_user')
    await article.getByText('Python', { exact: true }).click()
    assert.equal(
      await page.locator('.example[data-language=Python][open]').count(),
      await page.locator('.examples').count(),
    )
    assert.equal(await page.locator('.example[data-language=curl][open]').count(), 0)
    const code = article.locator('.example[open] .block')
    await code.hover()
    await code.getByRole('button', { name: 'Copy' }).click()
    const shown = await code.locator('pre').textContent()
    await eventually(
      'the code is copied',
      async () => (await page.evaluate('navigator.clipboard.readText()')) === shown,
    )

    const me = page.locator('#get_current_user')
    await me.getByRole('button', { name: 'Try it' }).click()
    await me.getByLabel('Token (not stored)').fill(owner.token)
    await me.getByRole('button', { name: 'Send GET' }).click()
    await me.locator('.trial').getByRole('heading', { name: 'Response 200' }).waitFor()
    assert.match((await me.locator('.trial pre').textContent()) ?? '', new RegExp(owner.email))
    assert.deepEqual(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]'), ['', 0, 0])
    await page.reload()
    await me.getByRole('button', { name: 'Try it' }).click()
    assert.equal(await me.getByLabel('Token (not stored)').inputValue(), '')
    assert.deepEqual(errors, [])
  })

  test('who is signed in tries an operation without a token at hand, which is kept nowhere either; others are led to sign in, and back', async () => {
    const { page, errors } = await openWindow()
    await givePassword(app, owner)
    await page.goto(`${address}/docs/reference/users`)
    const me = page.locator('#get_current_user')
    await me.getByRole('button', { name: 'Try it' }).click()
    await me.getByRole('link', { name: 'Sign in' }).click()
    await page.locator('input[name=email]').fill(owner.email)
    await page.locator('input[name=password]').fill(rightPassword)
    await page.locator('main button[type=submit]').click()
    await page.waitForURL(`${address}/docs/reference/users#get_current_user`)
    await me.getByRole('button', { name: 'Try it' }).click()
    await me.getByRole('button', { name: `Use my account (${owner.email})` }).click()
    await me.getByText('Your token expires in an hour.').waitFor()
    const other = page.locator('#get_user')
    await other.getByRole('button', { name: 'Try it' }).click()
    assert.match(await other.getByLabel('Token (not stored)').inputValue(), /^openslot_pat_/)
    await me.getByRole('button', { name: 'Send GET' }).click()
    await me.locator('.trial').getByRole('heading', { name: 'Response 200' }).waitFor()
    assert.match((await me.locator('.trial pre').textContent()) ?? '', new RegExp(owner.email))
    assert.deepEqual(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]'), ['', 0, 0])
    await page.reload()
    await me.getByRole('button', { name: 'Try it' }).click()
    assert.equal(await me.getByLabel('Token (not stored)').inputValue(), '')
    assert.deepEqual(errors, [])
  })

  test('can be read without a script: contents, guides and every language', async () => {
    const { page } = await openWindow({ javaScriptEnabled: false })
    await page.goto(`${address}/docs/reference/users`)
    await page.getByText('TypeScript', { exact: true }).first().click()
    await page.getByText('await fetch(').first().waitFor()
    await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
    assert.equal(await page.locator('.search').isVisible(), false)
  })

  test('fits 375, 768 and 1280 pixels, and axe-core finds nothing serious or critical, light and dark; nothing moves for those who want less motion', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openWindow({ colorScheme, bypassCSP: true })
      for (const path of [
        '/docs',
        '/docs/reference/event-types',
        '/docs/guides/webhooks',
        '/docs/errors',
        '/docs/webhooks',
      ]) {
        await page.goto(address + path)
        for (const width of [375, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          assert.ok(
            (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) as boolean,
            `${path} at ${width}`,
          )
        }
        if (path.includes('reference')) await page.getByRole('button', { name: 'Try it' }).first().click()
        const found = await axeFindings(page, colorScheme === 'dark' ? { only: 'color-contrast' } : {})
        assert.deepEqual(found, [], `${path}, ${colorScheme}`)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        assert.deepEqual(await movingIn(page), [], path)
        await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' })
      }
    }
  })
})
