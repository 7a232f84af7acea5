// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { configureEventType, deleteEventType } from '#event-types/index.ts'
import { brandOrganization } from '#organizations/index.ts'
import { deleteRoutingForm, unpublishRoutingForm, updateRoutingForm } from '#routing/index.ts'
import { testApp } from '../../support/app.ts'
import { aTypeAsking } from '../../support/bookings.ts'
import { aCast, aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { aForm, aPublishedForm, type MadeForm } from '../../support/routing.ts'
import { type Shown, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner } = await aCast(app)
const { site } = app.context.links

const big = (destination: object) => [
  { conditions: [{ question: 'Company size', operator: 'is', values: ['100+'] }], destination },
]

/** Names of fields, for answers by the texts of their questions. */
const filled = (form: MadeForm, answers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [`q-${form.questions[name]}`, answer]))

const who = { 'Your name': 'Demo Invitee', 'Your e-mail': 'demo@client.test' }

const send = (form: MadeForm, answers: Readonly<Record<string, string>>, query = ''): Promise<Shown> =>
  new Visitor(app).submit(`/forms/${form.id}${query}`, filled(form, answers))

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a resource.
const submissionsOf = async (form: MadeForm): Promise<any[]> =>
  (await app.ask('GET /routing_form_submissions', { token: owner.token, query: { form: form.id } })).body.collection

describe('GET /forms/{uuid}', () => {
  test('200: every question by its type, with the optional ones marked', async () => {
    const kinds = ['name', 'text', 'email', 'phone', 'textarea', 'select', 'radios'] as const
    const questions = kinds.map((type) => ({
      name: `The <${type}>`,
      type,
      required: type !== 'text',
      answer_choices: type === 'select' || type === 'radios' ? ['"a"', 'b'] : [],
    }))
    const form = await aPublishedForm(app, owner, { name: 'Ask & answer', questions })
    const { status, text } = await new Visitor(app).get(`/forms/${form.id}`)
    assert.equal(status, 200)
    for (const expected of [
      '<h1>Ask &amp; answer</h1>',
      'type="email"',
      'type="tel"',
      '<textarea',
      'type="radio"',
      'value="&quot;a&quot;"',
      'The &lt;name>',
    ])
      assert.ok(text.includes(expected), expected)
    assert.equal(text.match(/\(optional\)/g)?.length, 1)
    assert.doesNotMatch(text, /<script/)
    // It would open beyond the height of the frame.
    assert.doesNotMatch(text, /<select/)
  })

  test('200: in any site’s frame, without a cookie, and with nothing but its own style', async () => {
    const form = await aPublishedForm(app, owner, {
      rules: big({ type: 'external_url', value: 'https://elsewhere.test/x?y' }),
    })
    const { headers, text } = await new Visitor(app).get(`/forms/${form.id}`)
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1]
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self' ${new URL(site).origin} https://elsewhere.test; frame-ancestors *`,
    )
    assert.deepEqual(
      [
        headers['x-frame-options'],
        headers['set-cookie'],
        headers['access-control-allow-origin'],
        headers['cache-control'],
        headers['referrer-policy'],
      ],
      [undefined, undefined, undefined, 'no-store', 'no-referrer'],
    )
    const again = await new Visitor(app).get(`/forms/${form.id}`)
    assert.notEqual(/<style nonce="([^"]+)">/.exec(again.text)?.[1], nonce)
  })

  test('200: with the logo and the colour of its organization, and what an address asks for instead', async () => {
    const founder = await aFounder(app)
    const brand = { logo_url: 'https://pictures.test/logo.png', color: '#0069ff' }
    await app.runOpen(brandOrganization, { organization: founder.principal.organizationId, ...brand })
    const fallback = { type: 'custom_message', value: { headline: 'Not yet', body: 'Later.' } }
    const form = await aPublishedForm(app, founder, { fallback })
    const result = (await send(form, who)).location ?? ''
    for (const path of [`/forms/${form.id}`, result]) {
      const { headers, text } = await new Visitor(app).get(path)
      assert.match(text, /<img class="logo" src="https:\/\/pictures\.test\/logo\.png"/)
      assert.match(text, /--accent:#0069ff/)
      assert.match(String(headers['content-security-policy']), /; img-src 'self' https:\/\/pictures\.test;/)
    }
    const framed = await new Visitor(app).get(`/forms/${form.id}?embed_domain=1&primary_color=%23ff0000`)
    assert.doesNotMatch(framed.text, /<img/)
    assert.match(framed.text, /--accent:#ff0000/)
  })

  test('200: prefilled from the address, in its colours, and posts its height to the embedding page', async () => {
    const form = await aPublishedForm(app, owner)
    const { text } = await new Visitor(app).get(
      `/forms/${form.id}?name=Demo%20%3CInvitee%3E&email=demo%40client.test&a3=11-100&primary_color=ff0000&text_color=%7D%3Cx&embed_domain=1`,
    )
    for (const expected of [
      'value="Demo &lt;Invitee>"',
      'value="demo@client.test"',
      'value="11-100" checked',
      '--accent:#ff0000',
      'calendly.page_height',
    ])
      assert.ok(text.includes(expected), expected)
    assert.doesNotMatch(text, /}<x/)
  })

  test('404: a draft, a deleted form and an unknown one look alike, as a page and for programs', async () => {
    const draft = await aForm(app, owner)
    const unpublished = await aPublishedForm(app, owner)
    await app.run(unpublishRoutingForm, owner.principal, { uuid: unpublished.id })
    const deleted = await aPublishedForm(app, owner)
    await app.run(deleteRoutingForm, owner.principal, { uuid: deleted.id })
    for (const id of [draft.id, unpublished.id, deleted.id, randomUUID(), 'odd']) {
      const { status, text } = await new Visitor(app).get(`/forms/${id}`)
      assert.equal(status, 404)
      assert.match(text, /Page not found/)
      assert.equal((await app.ask(`GET /forms/${id}`)).body.title, 'Resource Not Found')
    }
  })
})

describe('POST /forms/{uuid}', () => {
  test('303: to the booking page, prefilled with name, address, answers to the same questions, and the submission', async () => {
    const eventType = await aTypeAsking(
      app,
      owner,
      { name: 'Budget' },
      { name: 'company SIZE', type: 'single_select', answer_choices: ['100+'] },
    )
    const form = await aPublishedForm(app, owner, { rules: big({ type: 'event_type', value: eventType.uri }) })
    const answer = await send(
      form,
      { ...who, 'Company size': '100+' },
      '?utm_source=mail&embed_domain=1&embed_type=Inline&other=1',
    )
    assert.equal(answer.status, 303)
    const [submission] = await submissionsOf(form)
    const { scheduling_url } = (await app.ask(`GET ${eventType.uri}`, { token: owner.token })).body.resource
    const to = new URL(answer.location ?? '')
    assert.equal(`${to.origin}${to.pathname}`, scheduling_url)
    assert.deepEqual(Object.fromEntries(to.searchParams), {
      routing_form_submission: submission.uri.split('/').at(-1),
      name: 'Demo Invitee',
      email: 'demo@client.test',
      a2: '100+',
      utm_source: 'mail',
      embed_domain: '1',
      embed_type: 'Inline',
    })
    assert.deepEqual(
      [submission.result, submission.tracking.utm_source],
      [{ type: 'event_type', value: eventType.uri }, 'mail'],
    )
  })

  test('303: to another site; from inside a frame by a page that opens it in the whole window', async () => {
    const form = await aPublishedForm(app, owner, {
      rules: big({ type: 'external_url', value: 'https://elsewhere.test/x?y=1' }),
    })
    assert.equal((await send(form, { ...who, 'Company size': '100+' })).location, 'https://elsewhere.test/x?y=1')
    const framed = await send(form, { ...who, 'Company size': '100+' }, '?embed_domain=1')
    const { status, text, headers } = await new Visitor(app).get(framed.location ?? '')
    assert.equal(status, 200)
    assert.match(text, /<a class="button" href="https:\/\/elsewhere\.test\/x\?y=1" target="_top"/)
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  })

  test('303: to a message, of whose HTML only what is harmless is left', async () => {
    const value = { headline: 'Too <big>', body: '<p onclick="x()">Call <b>us</b><script>x()</script></p>' }
    const form = await aPublishedForm(app, owner, { rules: big({ type: 'custom_message', value }) })
    const { location = '' } = await send(form, { ...who, 'Company size': '100+' })
    assert.match(location, /^\/forms\/[0-9a-f-]{36}\/submissions\/[0-9a-f-]{36}$/)
    const { text } = await new Visitor(app).get(location)
    assert.ok(text.includes('<h1>Too &lt;big></h1>') && text.includes('<p>Call <b>us</b></p>'), text)
    for (const wrong of [location.replace(/[^/]+$/, randomUUID()), location.replace(form.id, randomUUID())])
      assert.equal((await new Visitor(app).get(wrong)).status, 404)
  })

  test('303: what cannot be booked any more is passed over', async () => {
    const [off, deleted] = [
      await anEventType(app, owner, { active: true }),
      await anEventType(app, owner, { active: true }),
    ]
    const form = await aPublishedForm(app, owner, {
      rules: [...big({ type: 'event_type', value: off.uri }), ...big({ type: 'event_type', value: deleted.uri })],
      fallback: { type: 'external_url', value: 'https://fallback.test/' },
    })
    await app.run(configureEventType, owner.principal, { uuid: off.id, active: false })
    await app.run(deleteEventType, owner.principal, { uuid: deleted.id })
    assert.equal((await send(form, { ...who, 'Company size': '100+' })).location, 'https://fallback.test/')
  })

  test('303: the same page sent twice is one submission; with other answers it is another', async () => {
    const form = await aPublishedForm(app, owner)
    const visitor = new Visitor(app)
    const { fields } = await visitor.get(`/forms/${form.id}`)
    const post = (answers: Record<string, string>) =>
      visitor.post(`/forms/${form.id}`, { form_token: fields.form_token ?? '', ...filled(form, answers) })
    const [one, two] = await Promise.all([post(who), post(who)])
    assert.deepEqual([one.status, two.location], [303, one.location])
    assert.equal((await submissionsOf(form)).length, 1)
    assert.notEqual((await post({ ...who, 'Company size': '1-10' })).location, one.location)
    assert.equal((await submissionsOf(form)).length, 2)
  })

  test('400: each field with what is wrong, what was filled in is still there, and nothing is written', async () => {
    const form = await aPublishedForm(app, owner, {
      questions: [
        { name: 'Your e-mail', type: 'email', required: true },
        { name: 'Phone', type: 'phone' },
        { name: 'Size', type: 'radios', answer_choices: ['a', 'b'] },
        { name: 'Why', type: 'textarea', required: true },
        { name: 'Note', type: 'text' },
      ],
    })
    const { status, text } = await send(form, {
      'Your e-mail': 'no@',
      Phone: 'call me',
      Size: 'c',
      Why: ' ',
      Note: 'n'.repeat(256),
    })
    assert.equal(status, 400)
    for (const expected of [
      'Your e-mail: Enter a valid email address, such as name@example.com.',
      'Phone: Enter a valid phone number, such as +351 912 345 678.',
      'Size: Select one of the options.',
      'Why: This field is required.',
      'Note: Shorten this to 255 characters or fewer.',
    ])
      assert.ok(text.includes(expected), expected)
    assert.ok(
      text.includes('value="call me"') &&
        text.includes('aria-invalid="true"') &&
        text.includes(`href="#q-${form.questions.Phone}"`),
    )
    assert.deepEqual(await submissionsOf(form), [])
  })

  test('in the language of the visitor: errors, missing forms and the result', async () => {
    const elsewhere = { type: 'external_url', value: 'https://shop.test/start' }
    const form = await aPublishedForm(app, owner, {
      questions: [{ name: 'Size', type: 'select', required: true, answer_choices: ['a'] }],
      fallback: elsewhere,
    })
    const path = `/forms/${form.id}`
    const german = { headers: { 'accept-language': 'de-AT, en;q=0.5' } }
    const shown = await new Visitor(app).get(path, german)
    for (const expected of ['<html lang="de">', '>Weiter</button>']) assert.ok(shown.text.includes(expected), expected)
    const wrong = await new Visitor(app).submit(path, {}, german)
    assert.deepEqual([wrong.status, wrong.text.includes('Size: Dieses Feld ist erforderlich.')], [400, true])
    assert.match((await new Visitor(app).get(`${path}?locale=uk`, german)).text, /<html lang="uk">/)
    assert.match((await new Visitor(app).get(`/forms/${randomUUID()}`, german)).text, /<h1>Seite nicht gefunden<\/h1>/)
    const led = await new Visitor(app).submit(`${path}?embed_domain=1`, filled(form, { Size: 'a' }), german)
    assert.match(
      (await new Visitor(app).get(led.location ?? '', german)).text,
      /Aufgrund Ihrer Antworten geht es bei shop\.test weiter\./,
    )
  })

  test('403: a form that is not ours or too old is shown again, with what was filled in', async () => {
    const form = await aPublishedForm(app, owner)
    const visitor = new Visitor(app)
    const path = `/forms/${form.id}`
    const { fields } = await visitor.get(path)
    const other = await visitor.get(`/forms/${(await aPublishedForm(app, owner)).id}`)
    for (const form_token of ['', 'made.up', other.fields.form_token ?? '']) {
      const { status, text } = await visitor.post(path, { form_token, ...filled(form, who) })
      assert.equal(status, 403)
      assert.ok(text.includes('value="Demo Invitee"'))
    }
    const foreign = await visitor.post(
      path,
      { form_token: fields.form_token ?? '', ...filled(form, who) },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    assert.equal(foreign.status, 403)
    app.clock.advance(3 * 86_400_000)
    assert.equal((await visitor.post(path, { form_token: fields.form_token ?? '', ...filled(form, who) })).status, 403)
    assert.deepEqual(await submissionsOf(form), [])
  })

  test('404: only published forms take answers, also from a page that was open before', async () => {
    const form = await aPublishedForm(app, owner)
    const visitor = new Visitor(app)
    const { fields } = await visitor.get(`/forms/${form.id}`)
    await app.run(unpublishRoutingForm, owner.principal, { uuid: form.id })
    assert.equal(
      (await visitor.post(`/forms/${form.id}`, { form_token: fields.form_token ?? '', ...filled(form, who) })).status,
      404,
    )
    assert.deepEqual(await submissionsOf(form), [])
  })

  test('415, 413: nothing but a form, and not a large one', async () => {
    const { id } = await aPublishedForm(app, owner)
    assert.equal((await app.ask(`POST /forms/${id}`, { body: { a: 1 } })).status, 415)
    const visitor = new Visitor(app)
    assert.equal((await visitor.post(`/forms/${id}`, { large: 'x'.repeat(300_000) })).status, 413)
  })

  test('429: strangers cannot fill a form without end', async () => {
    const limited = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on' } })
    const form = await aPublishedForm(app, owner)
    limited.clock.advance(app.clock.now().getTime() - limited.clock.now().getTime())
    const visitor = new Visitor(limited)
    const { fields } = await visitor.get(`/forms/${form.id}`, { from: '10.0.0.9' })
    const post = (size: number) =>
      visitor.post(
        `/forms/${form.id}`,
        { form_token: fields.form_token ?? '', ...filled(form, { ...who, 'Your name': `Demo ${size}` }) },
        { from: '10.0.0.9' },
      )
    for (let count = 0; count < 60; count += 1) assert.equal((await post(count)).status, 303)
    const refused = await post(60)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) > 0)
  })

  test('an answer that does not fit into an address is asked again', async () => {
    const eventType = await aTypeAsking(app, owner, { name: 'Why', type: 'text' })
    const form = await aPublishedForm(app, owner, {
      questions: [{ name: 'Why', type: 'textarea' }],
      fallback: { type: 'event_type', value: eventType.uri },
    })
    assert.equal(new URL((await send(form, { Why: 'short' })).location ?? '').searchParams.get('a1'), 'short')
    assert.equal(new URL((await send(form, { Why: 'long '.repeat(500) })).location ?? '').searchParams.get('a1'), null)
  })

  test('what was asked stays as it was asked when the form changes', async () => {
    const form = await aPublishedForm(app, owner)
    await send(form, who)
    await app.run(updateRoutingForm, owner.principal, {
      uuid: form.id,
      questions: [{ uuid: form.questions['Your e-mail'], name: 'Your address', type: 'email' }],
    })
    const [submission] = await submissionsOf(form)
    assert.deepEqual(submission.questions_and_answers[1], {
      question_uuid: form.questions['Your e-mail'],
      question: 'Your e-mail',
      answer: 'demo@client.test',
    })
  })
})
