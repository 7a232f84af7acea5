// seconds: 9
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { type TestApp, testApp } from '../../support/app.ts'
import { openWindow } from '../../support/browser.ts'
import { type OtherSite, openOtherSite } from '../../support/other-site.ts'

let app: TestApp
let assets: string
/** Whose page the widgets are on. */
let host: OtherSite
/** Stands in for the booking pages, so that a test can say what they send. */
let booking: OtherSite
let bookingUrl: string

before(async () => {
  app = await testApp()
  assets = `${await app.server.listen({ port: 0, host: '127.0.0.1' })}/assets/external`
  host = await openOtherSite()
  booking = await openOtherSite('127.0.0.1')
  bookingUrl = booking.put('<p>A booking page</p>')
})
after(() => app.server.close())

const script = (): string => `<script type="text/javascript" src="${assets}/widget.js" async></script>`
const sheet = (): string => `<link href="${assets}/widget.css" rel="stylesheet">`
const inline = (attributes = ''): string =>
  `<div class="calendly-inline-widget" data-url="${bookingUrl}" style="min-width:320px;height:700px;" ${attributes}></div>`

/** The page of somebody else, once the widget is there. */
const visit = async (
  body: string,
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<{ page: Page; errors: string[] }> => {
  const { page, errors } = await openWindow()
  await page.goto(host.put(body, headers) + query)
  assert.ok(await page.evaluate('window.Calendly && window.Calendly === window.Openslot'))
  return { page, errors }
}

const framesOf = (page: Page): Frame[] => page.frames().filter((frame) => frame.url().startsWith(booking.origin))

const onlyFrame = async (page: Page): Promise<Frame> => {
  await page.locator('iframe').waitFor()
  await page.locator('.calendly-spinner').waitFor({ state: 'detached' })
  const [frame, ...more] = framesOf(page)
  assert.ok(frame)
  assert.deepEqual(more, [])
  return frame
}

/** What the page in the frame is asked for. */
const parametersOf = (address: string | null): Record<string, string> =>
  Object.fromEntries(new URL(address ?? '').searchParams)

/** A script for the browser, with values of ours in it. */
const js = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  parts.reduce((text, part, at) => text + (JSON.stringify(values[at - 1]) ?? 'undefined') + part)

const send = (frame: Frame, data: unknown): Promise<unknown> => frame.evaluate(js`parent.postMessage(${data}, '*')`)

const height = (value: unknown) => ({ event: 'calendly.page_height', payload: { height: value } })

/**
 * Messages arrive in order: when the last one is there, so is all before it. What the page does with them then is done
 * within a frame or three.
 */
const settled = async (page: Page): Promise<void> => {
  await page.evaluate(`new Promise((done) => {
    addEventListener('message', ({ data }) => data === 'settled' && setTimeout(done, 50))
    postMessage('settled', '*')
  })`)
}

/** Of something in the page: `at(page, 'button', 'node.textContent')`. */
const at = <Found>(page: Page, selector: string, expression: string): Promise<Found> =>
  page.evaluate(`((node) => ${expression})(document.querySelector(${JSON.stringify(selector)}))`)

describe('inline', () => {
  test('the snippet as it is: one frame, with where it stands and the campaign of the page; the script may be there twice', async () => {
    const { page, errors } = await visit(
      `${inline()}${script()}${script()}`,
      {},
      '?utm_source=letter&UTM_MEDIUM=mail&other=1',
    )
    const frame = await onlyFrame(page)
    const place = page.locator('.calendly-inline-widget')
    assert.equal(await place.getAttribute('data-processed'), 'true')
    assert.equal(await at(page, '.calendly-inline-widget', 'getComputedStyle(node).position'), 'relative')
    const node = page.locator('iframe')
    assert.deepEqual(await Promise.all(['width', 'height', 'frameborder'].map((name) => node.getAttribute(name))), [
      '100%',
      '100%',
      '0',
    ])
    assert.ok(await node.getAttribute('title'))
    assert.deepEqual(parametersOf(frame.url()), {
      embed_domain: new URL(host.origin).host,
      embed_type: 'Inline',
      utm_source: 'letter',
      utm_medium: 'mail',
    })
    assert.equal((await node.boundingBox())?.height, 700)
    await page.evaluate('Calendly._autoLoadInlineWidgets(); Calendly.initInlineWidgets(); Openslot.initInlineWidgets()')
    assert.equal(framesOf(page).length, 1)
    assert.deepEqual(errors, [])
  })

  test('the script before everything else, and places that come later: each is filled once', async () => {
    const { page, errors } = await openWindow()
    const early = `<script src="${assets}/widget.js"></script>`
    await page.goto(host.put(`${early}${inline('id="first"')}${inline('id="second" data-auto-load="false"')}`))
    await page.locator('#first iframe').waitFor()
    assert.equal(await page.locator('iframe').count(), 1)
    await page.evaluate(js`document.body.insertAdjacentHTML('beforeend', ${inline('id="third"')})
      Calendly.initInlineWidgets()
      Calendly.initInlineWidgets()
      Calendly.initInlineWidget({ url: ${bookingUrl}, parentElement: document.getElementById('second') })`)
    assert.deepEqual(
      await page.evaluate(
        "['first', 'second', 'third'].map((id) => document.getElementById(id).querySelectorAll('iframe').length)",
      ),
      [1, 1, 1],
    )
    assert.deepEqual(errors, [])
  })

  test('on a page that allows nothing but our two files and the frame', async () => {
    const policy = `default-src 'none'; script-src ${new URL(assets).origin}; style-src ${new URL(assets).origin}; img-src ${new URL(assets).origin}; frame-src ${booking.origin}`
    const { page, errors } = await visit(
      `${sheet()}<div class="calendly-inline-widget" data-url="${bookingUrl}" data-resize="true"></div>${script()}`,
      {
        'content-security-policy': policy,
        'cross-origin-embedder-policy': 'unsafe-none',
      },
    )
    const frame = await onlyFrame(page)
    assert.equal((await page.locator('iframe').boundingBox())?.height, 630)
    await send(frame, height('444px'))
    await page.locator('.calendly-inline-widget[style*="height: 444px"]').waitFor()
    await page.evaluate(js`Openslot.initPopupWidget({ url: ${bookingUrl} })`)
    await page.getByRole('dialog').waitFor()
    assert.deepEqual(errors, [])
  })

  test('the address of the frame: of what is said twice, the more particular counts', async () => {
    const { page } = await visit(
      `<div id="place" style="height:300px"></div>${script()}`,
      {},
      '?utm_source=page&utm_term=page&gclid=1',
    )
    const asked = (options: string): Promise<string | null> =>
      page.evaluate(`(() => {
        const [url, place] = [${JSON.stringify(bookingUrl)}, document.getElementById('place')]
        Calendly.initInlineWidget({ parentElement: place, url, ...${options} })
        return document.querySelector('iframe').getAttribute('src')
      })()`)
    const common = {
      embed_domain: new URL(host.origin).host,
      embed_type: 'Inline',
      utm_source: 'page',
      utm_term: 'page',
    }
    for (const [options, expected] of [
      ['{}', {}],
      [
        "{ prefill: { name: 'Ada & Co', email: 'ada@x.test', firstName: 'Ada', lastName: 'L', location: '+1 5', guests: ['a@x.test', 'b+c@x.test'], date: new Date(2027, 0, 9, 23, 59), customAnswers: { a1: 'x=y&z', a10: 'ü', a100: 'no', b1: 'no' } } }",
        {
          ...{
            name: 'Ada & Co',
            email: 'ada@x.test',
            first_name: 'Ada',
            last_name: 'L',
            location: '+1 5',
            guests: 'a@x.test,b+c@x.test',
          },
          ...{ date: '2027-01-09', a1: 'x=y&z', a10: 'ü' },
        },
      ],
      [
        "{ prefill: { first_name: 'Ada', last_name: 'L', date: '2027-01-09', a2: 'two', smsReminderNumber: '+1 5' } }",
        { first_name: 'Ada', last_name: 'L', date: '2027-01-09', a2: 'two', phone_number: '+1 5' },
      ],
      [
        "{ prefill: { name: undefined, email: null, guests: [], date: new Date(NaN), toString: 'x', __proto__: { a1: 'x' } } }",
        { guests: '' },
      ],
      [
        "{ utm: { utmCampaign: 'c', utmSource: 's', utmMedium: 'm', utmContent: 'n', utmTerm: 't', salesforce_uuid: 'u', other: 'x' } }",
        { utm_campaign: 'c', utm_source: 's', utm_medium: 'm', utm_content: 'n', utm_term: 't', salesforce_uuid: 'u' },
      ],
      [
        "{ url: url + '?UTM_Source=url&Name=Url&primary_color=ff0000#part' }",
        { utm_source: 'url', name: 'Url', primary_color: 'ff0000' },
      ],
      [
        "{ url: url + '?name=Url&utm_source=url&consent_accept=1', prefill: { name: 'Fill' }, utm: { utmSource: 'given' } }",
        { name: 'Fill', utm_source: 'given' },
      ],
      ["{ url: url + '?embed_type=Own&embed_domain=1' }", { embed_type: 'Own', embed_domain: '1' }],
      ['{ parentElement: [place] }', {}],
    ] as const) {
      const src = await asked(options)
      assert.deepEqual(parametersOf(src), { ...common, ...expected }, options)
      assert.equal(new URL(src ?? '').hash, '')
      assert.equal(await page.locator('iframe').count(), 1, 'what is built again in the same place takes its place')
    }
  })

  test('what is missing is told in the words that pages know, and no script runs as an address', async () => {
    const { page } = await visit(
      `<div id="place"></div>${inline('data-auto-load="false"')}<div class="calendly-inline-widget"></div>${script()}`,
    )
    const thrown = (call: string): Promise<unknown> =>
      page.evaluate(`(() => {
        const place = document.getElementById('place')
        try {
          ${call}
          return 'nothing'
        } catch (reason) {
          return reason
        }
      })()`)
    assert.equal(
      await thrown("Calendly.initInlineWidget({ url: 'https://x.test' })"),
      'Calendly: Parent element not set',
    )
    assert.equal(await thrown('Calendly.initInlineWidget({ parentElement: place })'), 'Calendly: Widget URL not set')
    assert.equal(await thrown('Calendly.initBadgeWidget({})'), 'Calendly: Widget URL not set')
    for (const url of ['javascript:parent.hit=1', 'data:text/html,x', 'https://', 'blob:null/1'])
      assert.equal(
        await thrown(`Calendly.initInlineWidget({ parentElement: place, url: '${url}' })`),
        'Calendly: Widget URL is not an http or https address',
      )
    assert.equal(
      await thrown("Calendly.initPopupWidget({ url: 'javascript:parent.hit=1' })"),
      'Calendly: Widget URL is not an http or https address',
    )
    assert.equal(await page.locator('iframe, .calendly-overlay').count(), 0)
    assert.equal(
      await thrown("Calendly.initInlineWidget({ parentElement: document.querySelector('[data-auto-load]') })"),
      'nothing',
    )
    await onlyFrame(page)
  })
})

describe('resizing', () => {
  test('the place follows the height of its page, down as well as up, and nobody else says what it is (G7)', async () => {
    const { page, errors } = await visit(
      `${inline('data-resize="true"')}<iframe id="other" src="${bookingUrl}"></iframe>${script()}`,
    )
    await page.waitForFunction(
      'document.querySelectorAll("iframe").length === 2 && !document.querySelector(".calendly-spinner")',
    )
    const frame = framesOf(page).find((one) => one.url().includes('embed_type'))
    const other = framesOf(page).find((one) => !one.url().includes('embed_type'))
    assert.ok(frame && other)
    const now = (): Promise<string> => at(page, '.calendly-inline-widget', 'node.style.height')
    for (const wanted of ['820px', '1204.5px', '310px']) {
      await send(frame, height(wanted))
      await page.locator(`.calendly-inline-widget[style*="height: ${wanted}"]`).waitFor()
    }
    for (const wanted of [
      820,
      '820',
      '0px',
      '-5px',
      '100vh',
      '100%',
      '5px;color:red',
      'calc(1px)',
      '1000000px',
      null,
      { toString: '9px' },
    ])
      await send(frame, height(wanted))
    for (const data of [
      null,
      'text',
      5,
      {},
      { event: 'calendly.page_height' },
      { event: 'calendly.other', payload: { height: '9px' } },
    ])
      await send(frame, data)
    // Another window of the same origin, the page itself, and a page from elsewhere that came into the same frame.
    await send(other, height('99px'))
    await page.evaluate(js`postMessage(${height('98px')}, '*')`)
    await settled(page)
    assert.equal(await now(), '310px')
    await page.evaluate(
      js`document.querySelector('.calendly-inline-widget iframe').setAttribute('src', ${host.put('<p>Elsewhere</p>')})`,
    )
    await page.frameLocator('.calendly-inline-widget iframe').getByText('Elsewhere').waitFor()
    const foreign = page.frames().find((one) => one.parentFrame() && one.url().startsWith(host.origin))
    assert.ok(foreign)
    await send(foreign, height('97px'))
    await settled(page)
    assert.equal(await now(), '310px')
    assert.deepEqual(errors, [])
  })

  test('is for one embed of a page: a second works without, and says so; when the first is gone, the next one may', async () => {
    const { page, errors } = await visit(
      `${inline('data-resize="true" id="first"')}${inline('data-resize="true" id="second"')}${inline('id="third"')}${script()}`,
    )
    await page.waitForFunction(
      'document.querySelectorAll("iframe").length === 3 && !document.querySelector(".calendly-spinner")',
    )
    for (const frame of framesOf(page)) await send(frame, height('400px'))
    await settled(page)
    const heights = (): Promise<string[]> =>
      page.evaluate('[...document.querySelectorAll(".calendly-inline-widget")].map((node) => node.style.height)')
    assert.deepEqual(await heights(), ['400px', '700px', '700px'])
    assert.equal(errors.length, 1)
    assert.match(errors[0] ?? '', /^Openslot: only one inline embed of a page is resized/)
    await page.evaluate(js`document.getElementById('first').remove()
      Calendly.initInlineWidget({ url: ${bookingUrl}, parentElement: document.getElementById('second'), resize: true })`)
    await page.waitForFunction('!document.querySelector(".calendly-spinner")')
    for (const frame of framesOf(page)) await send(frame, height('500px'))
    await settled(page)
    assert.deepEqual(await heights(), ['500px', '700px'])
  })
})

describe('popup', () => {
  const link = (): string =>
    `<a href="" id="opener" onclick="Calendly.initPopupWidget({url: '${bookingUrl}'});return false;">Schedule time with me</a>`

  test('opens from a link, keeps the keyboard, closes by Escape, the button or a click beside it, and gives the focus back', async () => {
    const { page, errors } = await visit(`${sheet()}${script()}<input id="before">${link()}<button>After</button>`)
    const opener = page.locator('#opener')
    const closings = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 300),
      () => page.evaluate('Calendly.closePopupWidget()'),
      async () => send(await onlyFrame(page), { event: 'openslot.escape_pressed' }),
    ]
    for (const close of closings) {
      await opener.click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      const frame = await onlyFrame(page)
      assert.equal(parametersOf(frame.url()).embed_type, 'PopupText')
      assert.equal(await page.evaluate('document.activeElement.className'), 'calendly-popup-close')
      assert.equal(await page.evaluate('getComputedStyle(document.body).overflow'), 'hidden')
      await close()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.evaluate('document.activeElement.id'), 'opener')
      assert.equal(await page.evaluate('document.body.style.overflow'), '')
    }
    await opener.focus()
    await page.keyboard.press('Enter')
    await onlyFrame(page)
    const seen = new Set<string>()
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      // On its way between two processes it is nowhere for a moment.
      await page.waitForFunction('document.activeElement !== document.body')
      seen.add(await page.evaluate('document.activeElement.className || document.activeElement.localName'))
    }
    await page.evaluate('document.getElementById("before").focus()')
    seen.add(await page.evaluate('document.activeElement.className || document.activeElement.localName'))
    assert.deepEqual([...seen].sort(), ['calendly-popup-close', 'iframe'])
    await page.evaluate("postMessage({ event: 'openslot.escape_pressed' }, '*')")
    await settled(page)
    assert.equal(
      await page.getByRole('dialog').count(),
      1,
      'only the page in the frame can say that Escape was pressed there',
    )
    await page.evaluate('Calendly.closePopupWidget(); Calendly.closePopupWidget()')
    assert.equal(await page.locator('.calendly-overlay').count(), 0)
    assert.deepEqual(errors, [])
  })

  test('a second one takes the place of the first; the lower-level call takes its kind, and tells when it is closed', async () => {
    const { page } = await visit(`${sheet()}${script()}`)
    await page.evaluate(js`window.closed_ = 0
      const onClose = () => { window.closed_ += 1 }
      Calendly.showPopupWidget(${bookingUrl}, 'PopupButton', { onClose, prefill: { name: 'Ada' }, utm: { utmSource: 's' } })
      Calendly.showPopupWidget(${`${bookingUrl}?name=Second`}, 'PopupButton', { onClose })`)
    const frame = await onlyFrame(page)
    assert.deepEqual(parametersOf(frame.url()), {
      embed_domain: new URL(host.origin).host,
      embed_type: 'PopupButton',
      name: 'Second',
    })
    assert.equal(await page.evaluate('closed_'), 1)
    await page.evaluate('Calendly.closePopupWidget()')
    assert.equal(await page.evaluate('closed_'), 2)
  })

  test('on a phone it fills what is below its button', async () => {
    const { page } = await visit(`${sheet()}${script()}<meta name="viewport" content="width=device-width">`)
    await page.setViewportSize({ width: 375, height: 700 })
    await page.evaluate(js`Calendly.initPopupWidget({ url: ${bookingUrl} })`)
    await onlyFrame(page)
    assert.deepEqual(await page.locator('iframe').boundingBox(), { x: 0, y: 50, width: 375, height: 650 })
  })
})

describe('badge', () => {
  test('the snippet as it is: a button that opens the popup; a second takes its place, and it can be removed', async () => {
    const { page, errors } = await visit(
      `${sheet()}<script src="${assets}/widget.js" type="text/javascript" async></script>
      <script type="text/javascript">window.onload = function() { Calendly.initBadgeWidget({ url: '${bookingUrl}', text: 'Schedule <b>time</b> with me', color: '#0069ff', textColor: '#ffffff', branding: true }); }</script>`,
    )
    const badge = page.locator('.calendly-badge-content')
    await badge.waitFor()
    assert.equal(await badge.textContent(), 'Schedule <b>time</b> with mepowered by Openslot')
    assert.deepEqual(
      await at(
        page,
        '.calendly-badge-content',
        '[getComputedStyle(node).backgroundColor, getComputedStyle(node).color]',
      ),
      ['rgb(0, 105, 255)', 'rgb(255, 255, 255)'],
    )
    await badge.click()
    const frame = await onlyFrame(page)
    assert.equal(parametersOf(frame.url()).embed_type, 'PopupWidget')
    await page.keyboard.press('Escape')
    await page.evaluate(
      js`Calendly.initBadgeWidget({ url: ${bookingUrl}, color: '#FFFFFF', textColor: 'red;background:url(x)' })`,
    )
    assert.equal(await page.locator('.calendly-badge-widget').count(), 1)
    assert.equal(await page.locator('.calendly-badge-content.calendly-white').textContent(), 'Schedule time with me')
    await page.evaluate('Calendly.destroyBadgeWidget(); Calendly.destroyBadgeWidget()')
    assert.equal(await page.locator('.calendly-badge-widget').count(), 0)
    assert.deepEqual(errors, [])
  })
})
