import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendars as english } from '../../../languages/console/en/calendars.ts'
import { testApp } from '../../support/app.ts'
import { oauthSettings, useCalendarServices } from '../../support/calendar-services.ts'
import { aFounder, aMember } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { aFeed, aFeedServer } from '../../support/feed-server.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp({ isHeard: true, settings: oauthSettings })
const newServices = useCalendarServices(app.context)
const { work } = await ownWork(app, withoutMail(app.context))
const page = '/app/integrations'

const aHost = async () => {
  const person = await aFounder(app)
  const visitor = await signedInAs(app, person)
  const send = (path: string, fields: Record<string, string> = {}) =>
    visitor.submit(`${page}/${path}`, fields, { page })
  const shown = async (query = '') => (await visitor.get(`${page}${query}`)).text
  const idIn = async (form: RegExp): Promise<string> => form.exec(await shown())?.[1] ?? assert.fail(String(form))
  return { person, visitor, send, shown, idIn }
}

describe('the page of calendars', () => {
  test('connects a feed and an account; what is refused says beside its field what to do, and keeps what was typed', async () => {
    const { send, shown } = await aHost()
    const dav = await aDavStandIn()
    const refusals = [
      ['feeds', { url: 'http://[x' }, 'feed-wrong', english.notAnAddress],
      ['feeds', { url: 'http://10.0.0.1/a.ics' }, 'feed-wrong', english.faults.not_allowed],
      ['feeds', { url: dav.url }, 'feed-wrong', english.faults.wrong_credentials],
      [
        'accounts',
        { url: dav.url, username: dav.username, password: 'wrong' },
        'password-wrong',
        english.faults.wrong_credentials,
      ],
      ['accounts', { url: dav.url, username: '', password: 'wrong' }, 'username-wrong', 'This field is required.'],
    ] as const
    for (const [path, fields, place, sentence] of refusals) {
      const { status, text } = await send(path, fields)
      assert.equal(status, 400, `${path} ${fields.url}`)
      const [, said = ''] = new RegExp(`<p class="wrong" id="${place}">([^<]*)`).exec(text) ?? []
      assert.equal(said, sentence)
      assert.ok(text.includes(`value="${fields.url}"`))
      assert.ok(!text.includes('value="wrong"'), 'no password is shown again')
    }
    const feed = await aFeedServer(aFeed('10'))
    assert.equal((await send('feeds', { url: `${feed.url}/a.ics` })).location, `${page}?done=connected`)
    assert.match((await send('feeds', { url: `${feed.url}/a.ics` })).text, new RegExp(english.known))
    assert.equal((await send('accounts', dav as never)).location, `${page}?done=connected`)
    assert.ok((await shown()).includes(english.state.connecting))
    await work()
    const text = await shown('?done=connected')
    assert.ok(text.includes(english.done.connected))
    assert.equal(text.split('Last synced this minute.').length - 1, 2)
    assert.ok(text.includes(english.readOnly))
    assert.equal(text.split('name="take_back"').length - 1, 1, 'of the account, not of the feed that is only read')
  })

  test('says which calendars count and which one takes meetings, looks again, mends and disconnects', async () => {
    const { person, send, shown, idIn } = await aHost()
    const dav = await aDavStandIn()
    await send('accounts', { url: dav.url, username: dav.username, password: dav.password })
    await work()
    const calendar = await idIn(/integrations\/([\w-]+)\/settings/)
    const connection = await idIn(/connections\/([\w-]+)\/read/)
    const setting = async () =>
      (await app.ask(`GET /calendar_connections/${connection}`, { token: person.token })).body.resource
    await send(`${calendar}/settings`, { checks_conflicts: 'false' })
    await send(`${calendar}/settings`, { takes_meetings: 'false' })
    const [{ checks_conflicts, takes_meetings }] = (await setting()).calendars
    assert.deepEqual([checks_conflicts, takes_meetings], [false, false])
    await send(`${calendar}/settings`, { checks_conflicts: 'true' })
    await send(`${calendar}/settings`, { counts_tentative: 'false' })
    assert.equal((await setting()).calendars[0].counts_tentative, false)

    dav.password = 'second password'
    assert.equal((await send(`connections/${connection}/read`)).location, `${page}?done=syncing`)
    const syncing = async (): Promise<boolean[]> => [
      (await shown()).includes(english.chip.syncing),
      (await setting()).is_syncing,
    ]
    assert.deepEqual(await syncing(), [true, true], 'a sync that is queued shows at once')
    await work()
    assert.deepEqual(await syncing(), [false, false])
    const lost = await shown()
    assert.ok(lost.includes(english.chip.lost))
    assert.ok(lost.includes(english.faults.wrong_credentials.slice(0, 40)))
    await send(`connections/${connection}/stays-open`, { stays_open: 'true' })
    assert.equal((await setting()).stays_open_when_lost, true)
    const refused = await send(`connections/${connection}/password`, { password: 'third' })
    assert.match(refused.text, new RegExp(`id="password-${connection}-wrong">The calendar server rejected`))
    await send(`connections/${connection}/password`, { password: 'second password' })
    await work()
    assert.equal((await setting()).state, 'fresh')

    const stranger = await aHost()
    assert.equal((await stranger.send(`connections/${connection}/disconnect`)).status, 404)
    const colleague = await signedInAs(app, await aMember(app, person))
    assert.equal(
      (await colleague.submit(`${page}/${calendar}/settings`, { checks_conflicts: 'false' }, { page })).status,
      403,
    )
    assert.equal(
      (await send(`connections/${connection}/disconnect`, { take_back: 'true' })).location,
      `${page}?done=disconnected`,
    )
    assert.ok(!(await shown()).includes(dav.username))
  })

  test('connects Google and Microsoft by a consent; looking at the address that they lead back to connects nothing', async () => {
    for (const kind of ['google', 'microsoft'] as const) {
      const { visitor, send, shown } = await aHost()
      const standIn = (await newServices())[kind]
      const begun = await send(`consents/${kind}`)
      assert.equal(begun.status, 303)
      const { state, code } = standIn.consent(begun.location ?? '')
      const back = `/app/calendars/consent?${new URLSearchParams({ state, code })}`
      for (let look = 0; look < 2; look += 1) {
        const { status, headers, text } = await visitor.get(back)
        assert.deepEqual([status, headers['referrer-policy']], [200, 'no-referrer'])
        assert.ok(text.includes('data-at-once'))
      }
      assert.ok(!(await shown()).includes(standIn.email))
      assert.equal(
        (await visitor.submit('/app/calendars/consent', { state, code }, { page: back })).location,
        `${page}?done=connected`,
      )
      assert.ok((await shown()).includes(standIn.email))
      const again = await visitor.submit('/app/calendars/consent', { state, code }, { page: back })
      assert.equal(again.status, 400)
      assert.ok(again.text.includes(english.faults.consent_expired))
    }
    const { visitor } = await aHost()
    assert.ok((await visitor.get(`/app/calendars/consent?error=access_denied`)).text.includes(english.denied))
    const policy = String((await visitor.get(page)).headers['content-security-policy'])
    assert.match(policy, /form-action 'self' https:\/\/accounts\.google\.com https:\/\/login\.microsoftonline\.com;/)
  })

  test('offers no service that is not set up', async () => {
    const plain = await testApp()
    const visitor = await signedInAs(plain, await aFounder(plain))
    assert.ok(!(await visitor.get(page)).text.includes('consents/'))
    const refused = await visitor.submit(`${page}/consents/google`, {}, { page })
    assert.equal(refused.status, 400)
  })
})

test('where a host holds video meetings is set and removed, each kind by itself; what is no address is said beside it', async () => {
  const { person, visitor } = await aHost()
  const path = `${page}/conferences`
  const token = (await visitor.get(path)).fields.form_token ?? ''
  const save = (url: string) =>
    visitor.post(
      path,
      { form_token: token, fields: 'zoom_conference', zoom_conference: url },
      { headers: { accept: 'application/json' } },
    )
  assert.equal((await save('https://meet.client.test/{uuid}')).status, 200)
  assert.equal((await visitor.get(path)).fields.zoom_conference, 'https://meet.client.test/{uuid}')
  const wrong = await save('javascript:alert(1)')
  assert.deepEqual([wrong.status, Object.keys(JSON.parse(wrong.text).errors)], [400, ['zoom_conference']])
  const { body } = await app.ask('GET /locations', { token: person.token, query: { user: person.uri } })
  assert.equal(body.collection.find(({ kind }: { kind: string }) => kind === 'zoom_conference').connected, true)
  assert.equal((await save('')).status, 200)
  assert.equal((await visitor.get(path)).fields.zoom_conference, '')
})
