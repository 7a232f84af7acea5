import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gather } from '#execution/act.ts'
import { listOrganizationMemberships } from '#organizations/index.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { mailApp } from '../../support/mail.ts'
import { fillOrganization } from '../../support/many-meetings.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, admin, colleague, organization } = await aCast(app)
const visitor = await signedInAs(app, owner)
const send = (path: string, fields: Record<string, string> = {}) =>
  visitor.submit(path, fields, { page: '/app/organization' })
const roleOf = async (membershipId: string): Promise<string | undefined> => {
  const members = await gather(app.context, listOrganizationMemberships, admin.principal, {})
  return members.find(({ uri }) => uri.endsWith(membershipId))?.role
}

const toastIn = (text: string): string => /class="toast">(.*?)<\/div>/s.exec(text)?.[1] ?? ''

test('with a mail server, an invitation that was sent says so, and its link is in the mail alone', async () => {
  const mails = await mailApp()
  const { owner: inviter } = await aCast(mails)
  const page = await signedInAs(mails, inviter)
  const invited = await page.submit(
    '/app/organization/invitations',
    { email: 'mailed@acme.test' },
    { page: '/app/organization' },
  )
  const shown = (await page.get(invited.location ?? '')).text
  assert.match(toastIn(shown), /Invitation sent/)
  assert.match(shown, /Sent on .*>Resend</s)
  assert.ok(!shown.includes('data-copy'))
})

test('a colleague is invited; without a mail server the link can be copied, and works until it is sent again or revoked', async () => {
  const email = 'invited.here@acme.test'
  for (const [address, words] of [
    ['not an address', /isn’t a valid email address/],
    [colleague.email, /is already in the organization/],
  ] as const) {
    const refused = await send('/app/organization/invitations', { email: address })
    assert.equal(refused.status, 400)
    assert.match(refused.text, words)
    assert.ok(refused.text.includes(`value="${address}"`), 'what was typed is still there')
  }
  const { location = '' } = await send('/app/organization/invitations', { email })
  assert.equal(location, '/app/organization?done=invited')
  assert.match(toastIn((await visitor.get(location)).text), /Invitation created\. Copy its link/)
  const linkIn = (text: string): string =>
    new URL(/data-copy="([^"]+\/invitations\/[^"]+)"/.exec(text)?.[1] ?? '').pathname
  const shown = await visitor.get('/app/organization')
  assert.match(shown.text, /Invited on .*>New link</s)
  assert.doesNotMatch(shown.text, /Sent on |>Send|>Resend/)
  const link = linkIn(shown.text)
  assert.equal((await new Visitor(app).get(link)).status, 200)
  const [, id = ''] = /invitations\/([\w-]+)\/resend/.exec(shown.text) ?? []
  app.clock.advance(1000)
  const renewed = await visitor.get((await send(`/app/organization/invitations/${id}/resend`)).location ?? '')
  assert.match(toastIn(renewed.text), /New link created\. The old link no longer works/)
  assert.equal((await new Visitor(app).get(linkIn(renewed.text))).status, 200)
  assert.equal((await new Visitor(app).get(link)).status, 404)
  await send(`/app/organization/invitations/${id}/revoke`)
  assert.ok(!(await visitor.get('/app/organization')).text.includes(email))
})

test('roles change, members are removed, and the organization is handed over; plain members see nothing of it', async () => {
  const member = await aMember(app, owner)
  const path = `/app/organization/members/${member.membershipId}`
  const { location = '' } = await send(`${path}/role`, { role: 'admin' })
  assert.equal(await roleOf(member.membershipId), 'admin')
  assert.match(
    (await visitor.get(location)).text,
    new RegExp(`class="toast">.*action="${path}/role".*name="role" value="user".*Undo`, 's'),
  )
  for (const [act, hint] of [
    ['remove', 'loses access immediately, and their event types stop taking bookings'],
    ['hand-over', 'Only the new owner can transfer ownership back'],
  ] as const)
    assert.match(
      (await visitor.get('/app/organization')).text,
      new RegExp(
        `<details class="final"[^>]*><summary>[^<]+</summary><form[^>]*action="${path}/${act}"[^>]*>(?:<input[^>]*>)*<p class="hint">[^<]*${hint}`,
      ),
      'the consequences are shown before the action',
    )
  await send(`${path}/remove`)
  assert.equal(await roleOf(member.membershipId), undefined)
  const plain = await signedInAs(app, colleague)
  assert.ok(!(await plain.get('/app')).text.includes('/app/organization'))
  const refused = await plain.get('/app/organization')
  assert.equal(refused.status, 403)
  for (const words of ['We couldn’t do that', 'href="/app/meetings"'])
    assert.ok(refused.text.includes(words), 'said on a screen with the navigation')
  await send(`/app/organization/members/${admin.membershipId}/hand-over`)
  assert.deepEqual([await roleOf(admin.membershipId), await roleOf(owner.membershipId)], ['owner', 'admin'])
})

test('the name and the colour are changed by owners and admins, one by one or together, and guests see them; nonsense is said beside its field', async () => {
  const branding = '/app/organization/branding'
  const change = (fields: Record<string, string>, names: readonly string[], by = visitor) =>
    by.submit(
      branding,
      { ...fields, ...Object.fromEntries(names.map((name) => ['fields', name])) },
      { page: '/account' },
    )
  const page = `/${(await app.ask('GET /users/me', { token: owner.token })).body.resource.slug}`
  const guestSees = async (text: string): Promise<boolean> => (await new Visitor(app).get(page)).text.includes(text)
  assert.equal(await guestSees('--accent:#7a3fc4'), false)
  assert.equal((await change({ color: '#7A3FC4' }, ['color'])).location, branding)
  assert.equal(await guestSees('--accent:#7a3fc4'), true)
  assert.match((await visitor.get(branding)).text, /value="#7a3fc4" checked/)
  await change({ own: '#123456' }, ['own'], await signedInAs(app, admin))
  assert.equal(await guestSees('--accent:#123456'), true)
  assert.match(
    (await visitor.get(branding)).text,
    /value="#123456" checked/,
    'a colour of one’s own is among those to choose',
  )
  await change({ name: 'Acme & Sons' }, ['name'])
  assert.equal((await app.ask(`GET ${organization}`, { token: owner.token })).body.resource.name, 'Acme & Sons')
  assert.equal(await guestSees('--accent:#123456'), true)
  await change({ color: '', own: '#123456' }, ['color'])
  assert.equal(await guestSees('--accent:#123456'), false)
  const wrong = await change({ color: 'blue' }, ['color'])
  assert.deepEqual([wrong.status, /id="color-wrong">[^<]*#0069ff/.test(wrong.text)], [400, true])
  const nameless = await change({ name: '' }, ['name'])
  assert.deepEqual([nameless.status, /id="name-wrong">[^<]+/.test(nameless.text)], [400, true])
  const plain = await signedInAs(app, colleague)
  assert.deepEqual(
    [(await plain.get(branding)).status, (await change({ color: '#000000' }, ['color'], plain)).status],
    [403, 403],
  )
})

test('members are found by a part of their name or address where they are many', async () => {
  const many = await aCast(app)
  const by = await signedInAs(app, many.owner)
  assert.ok(!(await by.get('/app/organization')).text.includes('data-search'), 'few are seen at a glance')
  const members: Awaited<ReturnType<typeof aMember>>[] = []
  while (members.length < 8) members.push(await aMember(app, many.owner))
  const [one, other] = members.map(({ email }) => email)
  const found = (await by.get(`/app/organization?q=${encodeURIComponent((one ?? '').toUpperCase())}`)).text
  assert.deepEqual(
    [found.includes(`>${one}<`), found.includes(`>${other}<`), found.includes(`value="${one?.toUpperCase()}"`)],
    [true, false, true],
  )
  assert.match(
    (await by.get('/app/organization?q=nobody+has+this')).text,
    /id="nobody-fits">No people match your search\.</,
  )
})

test('of very many members and event types the first are shown, and a search finds any of them', async () => {
  const many = await aCast(app)
  await fillOrganization(app, many, { users: 120, meetings: 0 })
  const by = await signedInAs(app, many.owner)
  for (const [path, row] of [
    ['/app', 'data-row='],
    ['/app/organization', '<li data-name='],
  ] as const) {
    const { text } = await by.get(path)
    assert.equal(text.split(row).length - 1, 100, path)
    assert.ok(
      text.includes('Showing the first 100.') && !text.includes('data-search'),
      'what is not on the page is looked for by the server',
    )
  }
  assert.equal(
    (await by.get('/app?q=demo+host+119')).text.split('data-row=').length - 1,
    1,
    'a type is found by the name of its owner, too',
  )
  const found = (await by.get('/app/organization?q=demo+host+119')).text
  assert.ok(
    found.includes('Demo Host 119') && found.includes('data-search') && !found.includes('Showing the first 100'),
  )
})
