// seconds: 3
// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aCast } from '../../support/cast.ts'
import { eventually } from '../../support/eventually.ts'
import { raw } from '../../support/raw.ts'
import { aReceiver, isSignedWith } from '../../support/receiver.ts'
import { signedInAs } from '../../support/visitor.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { owner, colleague, outsider } = await aCast(app)
const visitor = await signedInAs(app, owner)
const send = (path: string, fields: Record<string, string | readonly string[]> = {}, by = visitor) =>
  by.submit(path, fields, { page: '/app/developers' })

test('a webhook is added, tested, its message looked at and sent again, and deleted; only those who may manage it see it', async () => {
  const receiver = await aReceiver()
  const refused = await send('/app/developers/webhooks', {
    url: 'http://10.0.0.1/',
    scope: 'organization',
    events: ['invitee.created'],
  })
  assert.deepEqual([refused.status, refused.text.includes('value="http://10.0.0.1/"')], [400, true])
  assert.match(refused.text, /id="url-wrong">The URL can’t point to a private network\.</)
  assert.equal((await send('/app/developers/webhooks', { url: receiver.url })).status, 400, 'without an event')

  const fields = {
    url: `${receiver.url}/hook`,
    scope: 'organization',
    events: ['invitee.created', 'event_type.updated'],
    signing_key: 'a key of ours',
  }
  const page = ((await send('/app/developers/webhooks', fields)).location ?? '').split('?')[0] ?? ''
  assert.match(page, /^\/app\/developers\/webhooks\/[\w-]+$/)
  assert.equal((await send('/app/developers/webhooks', fields)).status, 400, 'the same again')

  const open = (await send(`${page}/test`)).location ?? ''
  assert.match(
    (await visitor.get(open)).text,
    /class="list deliveries" data-refreshes-page="2"/,
    'the page refreshes while a delivery is pending',
  )
  await app.work()
  await eventually('the test has arrived', async () => receiver.received.length === 1)
  const [received] = receiver.received
  assert.ok(received && isSignedWith('a key of ours', received))
  assert.equal(received.body.event, 'invitee.created')
  await app.work()
  const shown = (await visitor.get(open)).text
  for (const words of [
    'Delivered',
    'responded with 204',
    '&quot;event&quot;: &quot;invitee.created&quot;',
    'Sending test event',
  ])
    assert.ok(shown.includes(words) || shown.includes(words.replaceAll('&quot;', '"')), words)
  assert.ok(!shown.includes('a key of ours') && !shown.includes('data-refreshes-page'))

  const delivery = new URL(open, 'http://x.test').searchParams.get('open') ?? ''
  await send(`${page}/replay`, { delivery })
  await app.work()
  await eventually('it has arrived again', async () => receiver.received.length === 2)
  assert.equal(receiver.received[1]?.text, received.text)

  const log = (await visitor.get('/app/organization/activity?q=webhook')).text
  for (const entry of ['webhook added', 'webhook tested', 'webhook deliveries resent'])
    assert.ok(log.includes(entry), entry)

  for (const person of [colleague, outsider]) {
    const other = await signedInAs(app, person)
    const status = person === colleague ? 403 : 404
    assert.equal((await other.get(page)).status, status)
    for (const act of ['test', 'delete']) assert.equal((await send(`${page}/${act}`, {}, other)).status, status, act)
    assert.equal((await send(`${page}/replay`, { delivery }, other)).status, status, 'replay')
    const own = (
      await send('/app/developers/webhooks', { ...fields, url: `${receiver.url}/${person.id}` }, other)
    ).location?.split('?')[0]
    assert.ok(
      !(await other.get(`${own}?open=${delivery}`)).text.includes(`POST ${receiver.url}`),
      'the message of another',
    )
  }
  assert.equal((await send(`${page}/delete`)).location, '/app/developers?done=deleted')
  assert.equal((await visitor.get(page)).status, 404)
})

test('the page of a failing webhook refreshes after a retry, until the response has arrived', async () => {
  const receiver = await aReceiver()
  receiver.behave(() => 500)
  const fields = { url: `${receiver.url}/failing`, scope: 'organization', events: ['invitee.created'] }
  const page = ((await send('/app/developers/webhooks', fields)).location ?? '').split('?')[0] ?? ''
  await send(`${page}/test`)
  await app.work()
  const failing = (await visitor.get(page)).text
  assert.ok(
    failing.includes('have been failing since') &&
      failing.includes('responded with 500') &&
      !failing.includes('data-refreshes-page'),
  )
  receiver.behave(() => 204)
  const { location = '' } = await send(`${page}/replay`)
  assert.match((await visitor.get(location)).text, /data-refreshes-page="2"/)
  await app.work()
  const mended = (await visitor.get(page)).text
  assert.ok(
    mended.includes('responded with 204') &&
      !mended.includes('have been failing since') &&
      !mended.includes('data-refreshes-page'),
  )
  await send(`${page}/delete`)
})

test('an application is registered, its addresses are changed, its secrets are shown once and replaced, and it is deleted', async () => {
  const wrong = await send('/app/developers/apps', {
    name: 'Reports',
    redirect_uris: 'ftp://app.test',
    scope: 'users:read',
  })
  assert.equal(wrong.status, 400)
  assert.match(
    wrong.text,
    /id="addresses-new-wrong">ftp:\/\/app\.test must start with https:\/\/, unless it’s a loopback address\.</,
  )
  for (const [address, words] of [
    ['https://app.test/*', 'https://app.test/* darf weder # noch * enthalten.'],
    ['https://a:b@app.test', 'https://a:b@app.test darf weder Benutzernamen noch Passwort enthalten.'],
    ['app.test', 'app.test ist keine gültige URI.'],
    ['http://app.test', 'http://app.test muss mit https:// beginnen, außer bei einer Loopback-Adresse.'],
  ] as const) {
    const fields = { name: 'Reports', redirect_uris: `https://app.test/callback\n${address}`, scope: 'users:read' }
    const { text } = await send('/app/developers/apps?locale=de', fields)
    assert.ok(text.includes(`id="addresses-new-wrong">${words}<`), /id="addresses-new-wrong">[^<]*/.exec(text)?.[0])
  }
  const made = await send('/app/developers/apps', {
    name: 'Reports',
    redirect_uris: 'https://app.test/callback',
    scope: 'users:read',
  })
  const secretsIn = (text: string): string[] =>
    [...text.matchAll(/data-copy="([^"]+)"/g)].map(([, secret = '']) => secret)
  const [id = '', secret = '', webhookKey = ''] = secretsIn(made.text)
  const path = `/app/developers/apps/${id}`
  const listed = async (): Promise<string> => (await visitor.get('/app/developers/apps')).text
  assert.ok((await listed()).includes(id))
  const list = await listed()
  for (const one of [secret, webhookKey]) assert.ok(one.length > 20 && !list.includes(one), 'a secret is shown again')

  assert.equal((await send(path, { name: 'Reports', redirect_uris: 'https://app.test/*' })).status, 400)
  const addresses = 'https://app.test/callback\nhttps://app.test/other'
  assert.equal(
    (await send(path, { name: 'New reports', redirect_uris: addresses })).location,
    '/app/developers/apps?done=appChanged',
  )
  assert.ok((await listed()).includes(addresses))
  const [sameId, newSecret] = secretsIn((await send(`${path}/rotate`)).text)
  assert.equal(sameId, id)
  assert.notEqual(newSecret, secret)

  const other = await signedInAs(app, colleague)
  assert.ok(!(await other.get('/app/developers/apps')).text.includes(id))
  for (const act of ['', '/rotate', '/delete'])
    assert.equal((await send(path + act, { name: 'Mine', redirect_uris: 'https://evil.test' }, other)).status, 403, act)
  await send(`${path}/delete`)
  assert.ok(!(await listed()).includes(id))
})

test('the snippets for AI tools contain the URL of this instance', async () => {
  const { text } = await visitor.get('/app/developers/ai')
  const copied = [...text.matchAll(/data-copy="([^"]+)"/g)].map(([, one = '']) => one.replaceAll('&quot;', '"'))
  const mcp = `${app.context.links.api}/mcp`
  assert.equal(copied.length, 4)
  for (const one of copied) assert.ok(one.includes(mcp), one)
  assert.deepEqual(JSON.parse(copied[2] ?? ''), { servers: { openslot: { type: 'http', url: mcp } } })
})

test('a webhook that is turned off is turned on with a new key; it is refused without a key and while the webhook is on', async () => {
  const { id } = await aSubscription(app, owner, 'https://hooks.client.test/off')
  const page = `/app/developers/webhooks/${id}`
  const activate = (signing_key: string, by = visitor) => send(`${page}/activate`, { signing_key }, by)
  assert.ok(!(await visitor.get(page)).text.includes('Turn on'))
  assert.equal((await activate('a key')).status, 400, 'it is on')
  await app.context.database.write((tx) =>
    raw(tx, sql`update webhook_subscriptions set state = 'disabled' where id = ${id}`),
  )
  const imported = (await visitor.get(page)).text
  assert.ok(imported.includes('Turn on') && imported.includes('it was imported') && !imported.includes('24 hours'))
  await app.context.database.write((tx) =>
    raw(tx, sql`update webhook_subscriptions set retry_started_at = now() where id = ${id}`),
  )
  assert.match((await visitor.get(page)).text, /after 24 hours of failed deliveries/)
  const refused = await activate('')
  assert.deepEqual([refused.status, /id="signing_key-wrong">[^<]+</.test(refused.text)], [400, true])
  for (const [person, status] of [
    [colleague, 403],
    [outsider, 404],
  ] as const)
    assert.equal((await activate('a key', await signedInAs(app, person))).status, status)
  assert.equal((await activate('a key')).location, `${page}?done=activated`)
  assert.ok(!(await visitor.get(page)).text.includes('Turn on'))
})

test('400: the error of a webhook is a sentence in the language of the reader, next to its field', async () => {
  const reader = await signedInAs(app, colleague)
  const add = (fields: Record<string, string | readonly string[]>) =>
    send('/app/developers/webhooks?locale=de', fields, reader)
  const { url } = await aReceiver()
  const fields = { url, events: ['invitee.created'] }
  assert.equal((await add(fields)).status, 303)
  for (const [changed, field, words] of [
    [{ url: 'ftp://hooks.client.test/' }, 'url', 'Die URL muss mit https:// beginnen.'],
    [{ url: 'https://10.0.0.1/' }, 'url', 'Die URL darf nicht in ein privates Netzwerk führen.'],
    [{ url: 'https://a:b@hooks.client.test/' }, 'url', 'Die URL darf weder Benutzernamen noch Passwort enthalten.'],
    [{ url: 'https://9.9.9.9:22/' }, 'url', 'Die URL muss Port 443 oder einen Port über 1023 verwenden.'],
    [{}, 'url', 'Es gibt bereits einen Webhook mit dieser URL.'],
    [{ events: [] }, 'events', 'Wählen Sie mindestens ein Ereignis aus.'],
    [
      { events: ['routing_form_submission.created'] },
      'events',
      'routing_form_submission.created ist nur für die gesamte Organisation verfügbar.',
    ],
  ] as const) {
    const { status, text } = await add({ ...fields, ...changed })
    assert.equal(status, 400)
    assert.ok(
      text.includes(`id="${field}-wrong">${words}<`),
      `${words}: ${/id="(?:url|events)-wrong">[^<]*/.exec(text)?.[0]}`,
    )
  }
})
