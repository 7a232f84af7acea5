// seconds: 12
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type TestApp, testApp } from '../../support/app.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import { itemsOf } from '../../support/event-types.ts'
import { aForm } from '../../support/routing.ts'
import { givePassword, rightPassword } from '../../support/visitor.ts'

let app: TestApp
let owner: Person
let address: string

before(async () => {
  app = await testApp()
  owner = await aFounder(app)
  await givePassword(app, owner)
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

const signIn = async (page: Page): Promise<void> => {
  await page.locator('#email').fill(owner.email)
  await page.locator('#password').fill(rightPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/login'))
}

const signedIn = async (path: string): Promise<Page> => {
  const { page } = await openWindow({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${address}/login?return_to=${path}`)
  await signIn(page)
  return page
}

/** In another window of the same browser, so that the page has the form of a session that is over. */
const signInElsewhere = async (page: Page): Promise<void> => {
  const other = await page.context().newPage()
  await page.context().clearCookies()
  await other.goto(`${address}/login`)
  await signIn(other)
  await other.close()
}

const isGivenBack = (page: Page): Promise<void> =>
  page.locator('#toasts').getByText('We restored your unsaved changes. Save to keep them.').waitFor()

describe('nothing typed is lost', () => {
  test('what was typed into a form is there again after signing in anew, once; without a network the page stays as it is', async () => {
    const page = await signedIn('/app/availability')
    await page.locator('[data-menu="new"] > summary').click()
    const name = page.locator('#new-name')
    await name.fill('Evenings')
    await page.context().setOffline(true)
    await name.press('Enter')
    await page.locator('#toasts').getByText('Couldn’t send. Check your connection and try again.').waitFor()
    assert.equal(await name.inputValue(), 'Evenings')
    await page.context().setOffline(false)
    await page.context().clearCookies()
    await name.press('Enter')
    await page.locator('#toasts').getByText('You’re signed out').waitFor()
    await page.locator('#toasts a').click()
    await signIn(page)
    await isGivenBack(page)
    assert.equal(await name.inputValue(), 'Evenings')
    await name.press('Enter')
    await page.getByRole('link', { name: 'Evenings' }).waitFor()
    await page.reload()
    assert.equal(await name.inputValue(), '')
  })

  test('what is typed into one of several questions stays in that one, also when it is refused or the page is loaded anew', async () => {
    const made = await app.ask('POST /event_types', {
      token: owner.token,
      body: { name: 'Asked', owner: owner.uri, duration: 30 },
    })
    const page = await signedIn(encodeURIComponent(`/app/types/${String(made.body.resource.uri).split('/').at(-1)}`))
    const names = (): Promise<string[]> =>
      page
        .locator('.question-fields input[name=name]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    const [first = ''] = await names()
    await page.locator('#more-questions > summary').click()
    await page.locator('#add-question > summary').click()
    await page.locator('#new-name').fill(first)
    await page.locator('#new-name').fill('')
    await page.locator('#new-name').press('Enter')
    await page.locator('#new-name-wrong').waitFor()
    assert.deepEqual(await names(), [first, ''])
    await page.locator('#new-name').fill('Company')
    await page.locator('#question-0 > summary').click()
    await page.locator('#q0-name').fill('How many')
    await page.reload()
    await isGivenBack(page)
    assert.deepEqual(await names(), ['How many', 'Company'])
  })

  test('what is typed, ticked and tried in the other parts of a routing form stays when one of them is saved', async () => {
    const form = await aForm(app, owner, { questions: ['Town', 'Street'].map((name) => ({ name, type: 'text' })) })
    const page = await signedIn(encodeURIComponent(`/app/forms/${form.id}`))
    const { Town: town, Street: street } = form.questions
    const [typed, tried, ticks] = [
      `#name-${town}`,
      `#try-${town}`,
      [town, street].map((one) => `#question-${one} [name=required]`),
    ]
    for (const one of [town, street]) await page.locator(`#question-${one} > summary`).click()
    await page.locator(typed).fill('City')
    for (const one of ticks) await page.locator(one).check()
    await page.locator(tried).fill('Lisbon')
    await page.locator('#try button').click()
    await page.getByRole('status').getByText('These answers lead to').waitFor()
    await page.locator('#name').fill('Another name')
    await page.locator('#add-rule').click()
    await page.locator('#new-rule-0-values').fill('Porto')
    await page.locator('#new-question > summary').click()
    await page.locator('#name-new').fill('Company')
    await page.locator('#new-question [name=required]').check()
    await page.locator('#name-new').press('Enter')
    await page.locator('summary b', { hasText: 'Company' }).waitFor()
    const values = await Promise.all(
      [typed, tried, '#name', '#new-rule-0-values', '#name-new'].map((one) => page.inputValue(one)),
    )
    assert.deepEqual(values, ['City', 'Lisbon', 'Another name', 'Porto', ''])
    assert.deepEqual(await Promise.all([...ticks, '#new-question [name=required]'].map((one) => page.isChecked(one))), [
      true,
      true,
      false,
    ])
  })

  test('a condition of a rule offers the choices of its question to be ticked; those that are ticked stay when another part is saved', async () => {
    const choice = (name: string, ...answer_choices: string[]) => ({ name, type: 'select', answer_choices })
    const form = await aForm(app, owner, {
      questions: [choice('Size', 'small', 'large'), { name: 'Town', type: 'text' }, choice('Plan', 'free', 'paid')],
      rules: [
        {
          conditions: [{ question: 'Size', operator: 'is', values: ['large'] }],
          destination: { type: 'external_url', value: 'https://example.test' },
        },
      ],
    })
    const page = await signedIn(encodeURIComponent(`/app/forms/${form.id}`))
    /** What a condition shows: its boxes, whether something can be typed, and how it can be compared. */
    const shown = async (row: string): Promise<readonly unknown[]> => {
      const condition = page.locator(`.condition:has(#${row}-question)`)
      const boxes = condition.locator('label.choice:visible')
      const ways = await condition.locator('[name=operator] option:not([disabled])').count()
      return [await boxes.allTextContents(), await condition.locator('textarea').isVisible(), ways]
    }
    await page.locator('#add-rule').click()
    assert.deepEqual(await shown('new-rule-0'), [['small', 'large'], false, 4])
    await page.locator('#new-rule-0-question').selectOption('Town')
    assert.deepEqual(await shown('new-rule-0'), [[], true, 8])
    await page.locator('#new-rule-0-question').selectOption('Plan')
    assert.deepEqual(await shown('new-rule-0'), [['free', 'paid'], false, 4])

    // A second condition of a rule that is there.
    await page.locator('.rule > summary').first().click()
    await page.locator('#rule-0-1-question').selectOption('Plan')
    assert.deepEqual(await shown('rule-0-1'), [['free', 'paid'], false, 4])
    const paid = page.locator('.condition:has(#rule-0-1-question)').getByLabel('paid')
    await paid.check()
    await page.locator('#name').fill('Chosen')
    await page.locator('#name').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Chosen' }).waitFor()
    assert.deepEqual([await shown('rule-0-1'), await paid.isChecked()], [[['free', 'paid'], false, 4], true])
    await page.locator('.rule button[value=save]').first().click()
    await page.getByText('If “Size” is “large” and “Plan” is “paid”, go to').waitFor()
  })

  test('what is given back is seen, however deep it is folded away', async () => {
    const made = await app.ask('POST /event_types', {
      token: owner.token,
      body: { name: 'Folded', owner: owner.uri, duration: 30 },
    })
    const page = await signedIn(encodeURIComponent(`/app/types/${String(made.body.resource.uri).split('/').at(-1)}`))
    await page.locator('#more-questions > summary').click()
    await page.locator('#add-question > summary').click()
    await page.locator('#new-name').fill('Company')
    await page.locator('#more-link > summary').click()
    await page.locator('#slug').fill('half-an-addr')
    await page.reload()
    for (const [field, value] of [
      ['#new-name', 'Company'],
      ['#slug', 'half-an-addr'],
    ] as const) {
      await page.locator(field).waitFor()
      assert.equal(await page.locator(field).inputValue(), value)
    }
  })

  test('what is typed into a rule stays in that rule when the one before it is removed', async () => {
    const rules = ['Lisbon', 'Porto', 'Faro'].map((town) => ({
      conditions: [{ question: 'Town', operator: 'is', values: [town] }],
      destination: { type: 'external_url', value: 'https://example.test' },
    }))
    const form = await aForm(app, owner, { questions: [{ name: 'Town', type: 'text' }], rules })
    const page = await signedIn(encodeURIComponent(`/app/forms/${form.id}`))
    for (const at of [0, 1]) await page.locator('.rule > summary').nth(at).click()
    await page.locator('#rule-1-0-values').fill('Porto\nBraga')
    await page.locator('.rule button[value=remove]').first().click()
    await page.getByText('If “Town” is “Lisbon”').waitFor({ state: 'detached' })
    assert.deepEqual(
      [await page.inputValue('#rule-0-0-values'), await page.inputValue('#rule-1-0-values')],
      ['Porto\nBraga', 'Faro'],
    )
    assert.deepEqual(
      [
        await page.locator('#rule-0-0-values').isVisible(),
        await page.locator('#rule-1-0-values').isVisible(),
        await page.evaluate('document.activeElement.id'),
      ],
      [true, false, 'add-rule'],
    )
  })

  test('a field that could not be saved without a network is saved when it is back', async () => {
    const made = await app.ask('POST /event_types', {
      token: owner.token,
      body: { name: 'Short talk', owner: owner.uri, duration: 30 },
    })
    const path = `/app/types/${String(made.body.resource.uri).split('/').at(-1)}`
    const page = await signedIn(encodeURIComponent(path))
    const name = page.locator('#main input[name=name]').first()
    await page.context().setOffline(true)
    await name.fill('Longer talk')
    await name.press('Enter')
    await page.locator('[data-field="name"] .wrong', { hasText: 'Couldn’t send.' }).waitFor()
    await page.context().setOffline(false)
    await page.locator('[data-field="name"] .wrong').waitFor({ state: 'hidden' })
    const saved = await app.ask(`GET ${made.body.resource.uri}`, { token: owner.token })
    assert.equal(saved.body.resource.name, 'Longer talk')
  })

  // A form that the browser sends by leaving its page. The session may have ended, or somebody may have signed in anew
  // elsewhere.
  const forms: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
    ['/app/types/new?kind=solo', { name: 'Long talk' }],
    ['/app/developers', { url: 'https://hooks.example.test/kept' }],
    ['/app/organization', { email: 'kept@example.test' }],
    ['/app/forms', { name: 'Kept form' }],
    ['/account/tokens', { name: 'Kept token' }],
  ]
  for (const [path, fields] of forms)
    test(`the form on ${path} is filled in again when its session has ended, and when it is too old`, async () => {
      const page = await signedIn(encodeURIComponent(path))
      const holds = async (): Promise<void> => {
        for (const [id, text] of Object.entries(fields))
          assert.equal(await page.locator(`#main form #${id}`).inputValue(), text)
      }
      const field = page.locator(`#main form #${Object.keys(fields)[0]}`)
      for (const [id, text] of Object.entries(fields)) await page.locator(`#main form #${id}`).fill(text)
      await page.context().clearCookies()
      await field.press('Enter')
      await page.waitForURL('**/login**')
      await signIn(page)
      await isGivenBack(page)
      assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, path)
      await holds()

      await signInElsewhere(page)
      await field.press('Enter')
      await isGivenBack(page)
      await holds()
    })

  test('a form that was taken or refused is not filled in again, and a secret never', async () => {
    const page = await signedIn('/app/organization/imports')
    await page.locator('#elsewhere > summary').click()
    await page.locator('#token').fill('not to be kept')
    await page.locator('#url').fill('https://api.example.test')
    await page.reload()
    await isGivenBack(page)
    assert.deepEqual(
      [await page.locator('#url').inputValue(), await page.locator('#token').inputValue()],
      ['https://api.example.test', ''],
    )
    assert.doesNotMatch(String(await page.evaluate('JSON.stringify(sessionStorage)')), /not to be kept/)

    await page.goto(`${address}/app/organization`)
    await page.locator('#email').fill(owner.email)
    await page.locator('#email').press('Enter')
    await page.locator('#email-wrong:visible').waitFor()
    assert.deepEqual(
      [new URL(page.url()).pathname, await page.locator('#email').inputValue()],
      ['/app/organization', owner.email],
    )
    await page.locator('#email').fill('colleague@example.test')
    await page.locator('#email').press('Enter')
    await page.locator('.name').getByText('colleague@example.test').waitFor()
    assert.equal(await page.locator('#email').inputValue(), '')
    await page.goto(`${address}/app/organization`)
    assert.equal(await page.locator('#email').inputValue(), '')
  })

  test('a picture that is too large is refused before it is sent; one that is refused leaves what was typed into the other forms of its page', async () => {
    const fileOf = (buffer: Buffer) => ({ name: 'me.png', mimeType: 'image/png', buffer })
    const tooLarge = fileOf(Buffer.alloc(2 * 1024 * 1024 + 1))
    const page = await signedIn('/account')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    await page.locator('#name').fill('Not saved yet')
    for (const [path, id] of [
      ['/app/organization/branding', 'logo'],
      ['/account', 'avatar'],
    ] as const) {
      await page.goto(address + path)
      const upload = page.locator(`form:has(#${id}) button`).first()
      await page.locator(`#${id}`).setInputFiles(tooLarge)
      await page.locator(`#${id}-wrong`).getByText('The picture is larger than 2 MB.').waitFor()
      await upload.click()
      assert.deepEqual([page.url(), sent], [address + path, []])
      await page.locator(`#${id}`).setInputFiles(fileOf(Buffer.from('GIF89a')))
      await page.locator(`#${id}-wrong`).waitFor({ state: 'hidden' })
    }
    await page.locator('form:has(#avatar) button').first().click()
    await page.locator('#avatar-wrong').getByText('The picture must be a PNG, JPEG, or WebP file.').waitFor()
    assert.deepEqual([sent, await page.locator('#name').inputValue()], [['/account/avatar'], 'Not saved yet'])
  })

  test('hours that were changed when the session had ended are saved after signing in anew', async () => {
    const page = await signedIn('/app/availability')
    await page.context().clearCookies()
    await page.getByRole('textbox', { name: 'Friday, end time' }).fill('15')
    await page.keyboard.press('Enter')
    await page.locator('#toasts').getByText('You’re signed out').waitFor()
    await page.locator('#toasts a').click()
    await signIn(page)
    await page.locator('#toasts').getByText('Friday: 9:00 am to 3:00 pm. Saved.').waitFor()
    const [schedule] = itemsOf(
      await app.ask('GET /user_availability_schedules', { token: owner.token, query: { user: owner.uri } }),
    )
    assert.deepEqual(schedule.rules.find((one: { wday?: string }) => one.wday === 'friday').intervals, [
      { from: '09:00', to: '15:00' },
    ])
  })
})
