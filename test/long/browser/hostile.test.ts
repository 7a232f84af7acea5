// seconds: 20
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { configureEventType } from '#event-types/index.ts'
import { foundOrganization } from '#organizations/index.ts'
import { anEmailLink, aPasswordLink } from '../../support/account-links.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { anApplication, authorizePath, pkce, tokensOf } from '../../support/application.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { anInvitation, aToken, lastPart, type Person, personBy } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { hostileStrings, openWatchedWindow, packed, type WatchedWindow } from '../../support/hostile.ts'
import { type OtherSite, openOtherSite } from '../../support/other-site.ts'
import { aPublishedForm } from '../../support/routing.ts'
import { signedInAs } from '../../support/visitor.ts'

let app: TestApp
let address: string
let around: OtherSite
const everything = hostileStrings.join(' ')

before(async () => {
  app = await testApp()
  around = await openOtherSite()
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

let people = 0

/** Somebody with an organization, both called by a hostile name. */
const someone = async (name: string): Promise<Person> => {
  people += 1
  const email = `person${people}@hostile.test`
  const { organization } = await app.runOpen(foundOrganization, {
    name,
    email,
    organization: name,
    timezone: 'Europe/Lisbon',
    password_hash: null,
  })
  return personBy(app, lastPart(organization.uri), email)
}

const signInTo = async (page: Page, person: Person): Promise<void> => {
  const { cookie = '' } = await signedInAs(app, person)
  await page.context().addCookies([
    {
      name: '__Host-openslot',
      value: cookie,
      url: address.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ])
}

/** Looks at a page, on which the text must stand: a page without it would prove nothing. */
const look = async ({ page, harm }: WatchedWindow, path: string, text: string | undefined): Promise<void> => {
  await page.goto(address + path)
  await assertHarmless({ page, harm }, path, text)
}

const assertHarmless = async ({ page, harm }: WatchedWindow, what: string, text: string | undefined): Promise<void> => {
  assert.deepEqual(await harm(), [], what.slice(0, 80))
  await assertShown(page.mainFrame(), what, text)
}

const assertShown = async (frame: Frame, what: string, text: string | undefined): Promise<void> => {
  if (text === undefined) return
  const fields = "[...document.querySelectorAll('input, textarea')].map((node) => node.value).join(' ')"
  const shown = (await frame.evaluate(`document.body.innerText + ${fields}`)) as string
  const plain = (words: string): string => words.replaceAll(/\s+/g, ' ').trim()
  assert.ok(plain(shown).includes(plain(text)), `${what.slice(0, 80)} does not show ${text}, but ${shown}`)
}

/** Many pages at once, each in a frame of somebody else's page: for those that may be there. */
const lookAtAll = async (
  { page, harm }: WatchedWindow,
  pages: readonly (readonly [path: string, text: string])[],
): Promise<void> => {
  await page.goto(
    around.put(
      pages
        .map(
          ([path], place) =>
            `<iframe name="${place}" src="${address}${path.replaceAll('"', '&quot;')}" height="900"></iframe>`,
        )
        .join(''),
    ),
  )
  const frames = pages.map((_, index) => page.frame(String(index)) as Frame)
  assert.deepEqual(await harm(frames), [])
  for (const [index, [path, text]] of pages.entries()) await assertShown(frames[index] as Frame, path, text)
}

describe('hostile texts are texts, on every page (G1)', () => {
  test('there are 25, each fits where it is put, and the watch sees what they do', async () => {
    assert.equal(new Set(hostileStrings).size, 25)
    for (const length of [55, 255, 4000]) {
      assert.deepEqual(
        hostileStrings.filter((one) => !packed(length).some((text) => text.includes(one))),
        [],
      )
      assert.ok(packed(length).every((text) => text.length <= length))
    }
    const { page, harm } = await openWatchedWindow()
    for (const one of [
      '<script>hit()</script>',
      '<img src=x onerror=hit()>',
      '"><svg onload=hit()>',
      '<base href=//evil.test>',
      '<a href=javascript:hit()>x</a>',
    ]) {
      await page.goto('about:blank')
      await page.setContent(`<title>x</title><input value="${one}"><p title='${one}'>${one}</p>`)
      assert.notDeepEqual(await harm(), [], one)
    }
  })

  test('names of people, organizations, applications and tokens, on the pages of accounts', async () => {
    const watched = await openWatchedWindow()
    for (const text of packed(250)) {
      const person = await someone(text)
      await aToken(app, person.principal, ['users:read'])
      const application = await anApplication(app, person, { name: text })
      await tokensOf(app, person, application)
      const { code } = await anInvitation(app, person)
      await look(watched, `/invitations/${code}`, text)
      await signInTo(watched.page, person)
      for (const path of [
        '/account',
        '/account/tokens',
        '/account/apps',
        '/account/second-factor',
        authorizePath(application, pkce()),
      ])
        await look(watched, path, text)
    }
  })

  test('whatever stands in an address', async () => {
    const watched = await openWatchedWindow()
    const query = (...names: readonly string[]): string =>
      new URLSearchParams(Object.fromEntries(names.map((name) => [name, everything]))).toString()
    const segment = encodeURIComponent(
      hostileStrings
        .filter((one) => one.includes('hit'))
        .slice(0, 8)
        .join(' '),
    )
    const person = await someone(packed(250)[0] ?? '')
    for (const path of [await anEmailLink(app, person, `new.${person.email}`), await aPasswordLink(app, person.email)])
      await look(watched, path, undefined)
    const names = [
      'client_id',
      'redirect_uri',
      'state',
      'scope',
      'response_type',
      'resource',
      'error',
      'error_description',
    ]
    for (const path of [
      `/login?${query('return_to', 'note', 'email', 'error')}`,
      `/login/code?${query('return_to')}`,
      `/account?${query('note')}`,
      `/oauth/authorize?${query(...names)}`,
      `/password/${segment}`,
      `/email/${segment}`,
      `/invitations/${segment}`,
      `/${segment}`,
      `/docs/${segment}?${query('q')}`,
    ])
      await look(watched, path, undefined)
  })

  test('what was filled in and is shown again', async () => {
    const watched = await openWatchedWindow()
    const { page } = watched
    const person = await someone('Somebody')
    const fill = async (path: string, button: string, fields: Readonly<Record<string, string>>): Promise<void> => {
      await page.goto(address + path)
      await page.evaluate('for (const form of document.forms) form.noValidate = true')
      for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value)
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('alert').first().waitFor()
      await assertHarmless(watched, path, Object.values(fields)[0])
    }
    for (const text of packed(250)) await fill('/login', 'Sign in', { email: text })
    await signInTo(page, person)
    for (const text of packed(250)) await fill('/account/tokens', 'Create token', { name: text })
  })

  test('what hosts and invitees wrote, on the pages for booking', async () => {
    const watched = await openWatchedWindow()
    const { page } = watched
    const lines = packed(250)
    const host = await someone(lines[0] ?? '')
    const nextHour = hours()
    const prefill = new URLSearchParams({
      ...Object.fromEntries(
        ['name', 'email', 'guests', 'location', 'a1', 'a3', 'a4'].map((name) => [name, everything]),
      ),
      ...Object.fromEntries(
        ['month', 'date', 'timezone', 'locale', 'primary_color', 'background_color', 'text_color'].map((name) => [
          name,
          hostileStrings[3] ?? '',
        ]),
      ),
      ...{ embed_domain: hostileStrings[4] ?? '', utm_source: hostileStrings[5] ?? '' },
    })
    const names = packed(55)
    const framed: [string, string][] = []
    let profile = ''
    const apart: [string, string][] = []
    let canceled = { path: '', token: '' }
    for (const [round, name] of names.entries()) {
      const line = (index: number): string => lines[(round + index) % lines.length] ?? ''
      const type = await anEventType(app, host, {
        ...{ name, active: true, description: `<p>${everything}</p>` },
        locations: [
          { kind: 'physical', location: line(0), additional_info: line(1) },
          { kind: 'custom', location: line(2) },
          { kind: 'ask_invitee', location: line(3) },
        ],
      })
      const questions = [
        { name: `${line(0)} 0`, type: 'text' },
        { name: `${line(1)} 1`, type: 'single_select', answer_choices: lines, include_other: true },
        { name: `${line(2)} 2`, type: 'string', required: true },
        { name: `${line(3)} 3`, type: 'multi_select', answer_choices: lines, include_other: true },
      ]
      await app.run(configureEventType, host.principal, {
        uuid: type.id,
        custom_questions: questions.map((question, position) => ({ ...question, position })),
      })
      const path = new URL((await app.ask(`GET ${type.uri}`, { token: host.token })).body.resource.scheduling_url)
        .pathname
      const { token } = await aBooking(app, host, type, {
        start_time: nextHour(),
        invitee: { name: line(4), email: 'guest@client.test', timezone: 'UTC' },
        location: { kind: 'ask_invitee', location: line(1) },
        questions_and_answers: questions.map((question, position) => ({
          question: question.name,
          answer: line(position),
          position,
        })),
      })
      const [user = ''] = path.split('/').slice(1)
      framed.push([`${path}/${nextHour()}?${prefill}`, name], [`/${user}/x/invitees/${token}?${prefill}`, name])
      // The same page as for booking, less what is known already: a few of the names will do.
      if (round < lines.length) apart.push([`/reschedulings/${token}?${prefill}`, name])
      profile = `/${user}?${prefill}`
      if (round === 0) canceled = { path, token }
    }
    const asked = lines.map((name, index) => ({
      name,
      ...(index % 2 === 0 ? { type: 'text' } : { type: 'select', answer_choices: lines }),
    }))
    const form = await aPublishedForm(app, host, { name: lines[1], questions: asked })
    framed.push([`/forms/${form.id}?${prefill}`, lines[2] ?? ''])
    await lookAtAll(watched, framed)
    for (const [index, name] of apart) await look(watched, index, name)
    await look(watched, profile, names[0])
    assert.ok(
      (await page
        .getByRole('link')
        .filter({ hasText: /hit|evil|script/ })
        .count()) >= names.length,
    )

    // Sent by the browser itself, and by the script: both show again what was filled in.
    const { path, token } = canceled
    await look(watched, `${path}/${nextHour()}?${prefill}`, everything)
    await page.locator('[name=answer_2]').fill('x')
    await page.evaluate("document.querySelector('.booking-form').submit()")
    await page.getByRole('alert').locator('li').first().waitFor()
    await assertHarmless(watched, 'the form again', everything)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('alert').locator('li').first().waitFor()
    await assertHarmless(watched, 'the form once more', everything)
    await look(watched, `/cancellations/${token}?${prefill}`, names[0])
    await page.getByLabel(/Reason/).fill(everything)
    await page.getByRole('button', { name: 'Cancel meeting' }).click()
    await page.getByRole('heading', { name: 'This meeting has been canceled' }).waitFor()
    await assertHarmless(watched, 'canceled', everything)
  })
})
