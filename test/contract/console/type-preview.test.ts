// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getEventTypeSetup } from '#event-types/index.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember, lastPart } from '../../support/cast.ts'
import { inventoryOf } from '../../support/inventory.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const visitor = await signedInAs(app, owner)
const plain = await signedInAs(app, colleague)

const make = async (by: Visitor, name: string): Promise<string> => {
  const { status, location = '', text } = await by.submit('/app/types/new', { kind: 'solo', name })
  assert.equal(status, 303, text)
  return lastPart(location.split('?')[0] ?? '')
}

describe('the preview of an event type that is switched off', () => {
  const guest = { name: 'Robin Guest', email: 'robin@client.test' }
  const asData = { headers: { accept: 'application/json' } }
  const turn = (id: string, active: 'true' | 'false') =>
    plain.submit(`/app/types/${id}/switch`, { active }, { page: '/app/types/new' })
  const off = async () => {
    const id = await make(plain, 'Not yet')
    await turn(id, 'false')
    const { pathname: address } = new URL(
      (await app.run(getEventTypeSetup, owner.principal, { uuid: id })).event_type.scheduling_url,
    )
    return { id, address, path: `/app/types/${id}/preview` }
  }
  const monthAt = (by: Visitor, path: string) => by.get(`${path}/months/2026-03?timezone=UTC`, asData)

  test('is its page, with days and times, for its owner and for admins; framed by our own pages only, and cached nowhere', async () => {
    const { path } = await off()
    for (const by of [plain, visitor]) {
      const { status, text, headers } = await by.get(path)
      assert.equal(status, 200)
      assert.match(
        text,
        /<p class="page-note">This event type is turned off\. Only people who can edit it see this preview, and nobody can book it\.<\/p>/,
      )
      assert.match(text, /<h1[^>]*>Not yet<\/h1>/)
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; script-src 'nonce-[^']+'; .*frame-ancestors 'self'$/,
      )
      const kept = [
        'cache-control',
        'x-frame-options',
        'cross-origin-resource-policy',
        'access-control-allow-origin',
      ].map((name) => headers[name])
      assert.deepEqual(kept, ['no-store', 'SAMEORIGIN', 'same-origin', undefined])
      const month = await monthAt(by, path)
      assert.equal(month.headers['cache-control'], 'no-store')
      assert.ok(Object.keys(JSON.parse(month.text).days).length > 5)
    }
  })

  test('404: to other members, to who was removed and to other organizations; others sign in first; its own address is closed to everybody', async () => {
    const { id, address, path } = await off()
    const [other, former] = [await aMember(app, owner), await aMember(app, owner)]
    const removed = await signedInAs(app, former)
    const theirs = await make(removed, 'Left behind')
    await app.run(removeOrganizationMember, owner.principal, { uuid: former.membershipId })
    const members = [await signedInAs(app, other), removed, await signedInAs(app, outsider)]
    for (const by of members)
      for (const at of [path, `${path}/2026-03-03T09:00:00Z`]) assert.equal((await by.get(at)).status, 404)
    for (const by of members) assert.equal((await monthAt(by, path)).status, 404)
    assert.equal((await removed.get(`/app/types/${theirs}/preview`)).status, 404)
    const stranger = new Visitor(app)
    assert.match((await stranger.get(path)).location ?? '', /^\/login\?return_to=/)
    assert.equal((await monthAt(stranger, path)).status, 401)
    for (const by of [plain, visitor, ...members, stranger]) {
      for (const query of ['', '?preview', '?preview=1']) {
        const closed = await by.get(address + query)
        assert.equal(closed.status, 404)
        assert.match(closed.text, /Not taking bookings/)
        assert.doesNotMatch(closed.text, /Not yet|class="page-note"/)
      }
      assert.equal((await by.get(`/api/booking/event_types/${id}/months/2026-03?timezone=UTC`, asData)).status, 404)
    }
  })

  test('books nothing: its form is refused, with a script and without, and so is one to its own address', async () => {
    const { address, path } = await off()
    const [[start = ''] = []] = Object.values<string[][]>(JSON.parse((await monthAt(plain, path)).text).days).flat()
    const { text, fields } = await plain.get(`${path}/${start}`)
    assert.match(text, new RegExp(`<form[^>]*action="${path}/${start}`))
    const before = await inventoryOf(app, owner.principal.organizationId)
    const sent = { form_token: fields.form_token ?? '', ...guest }
    const answer = await plain.post(`${path}/${start}`, sent, asData)
    assert.deepEqual([answer.status, JSON.parse(answer.text).outcome], [400, 'refused'])
    const page = await plain.post(`${path}/${start}`, sent)
    assert.deepEqual([page.status, page.fields.email], [400, guest.email])
    assert.equal((await plain.post(`${address}/${start}`, sent)).status, 404)
    assert.deepEqual(await inventoryOf(app, owner.principal.organizationId), before)
  })

  test('leads to its own address once it is on', async () => {
    const { id, address, path } = await off()
    await turn(id, 'true')
    for (const at of [path, `${path}/2026-03-03T09:00:00Z`])
      assert.equal(new URL((await plain.get(at)).location ?? '').pathname, address)
  })

  test('is what its editor shows, and the panel to share it; of one that is on, and to those who may not change it, they show its own address', async () => {
    const { id, address, path } = await off()
    const shown = async (by: Visitor): Promise<(string | undefined)[]> =>
      [
        ...(await by.get(`/app/types/${id}?share=1`)).text.matchAll(/<iframe [^>]* src="(?:http:\/\/[^/"]+)?([^"]+)"/g),
      ].map(([, src]) => src)
    const framing = (page: string) => [page, `${page}?embed_type=Inline`]
    const other = await signedInAs(app, await aMember(app, owner))
    assert.deepEqual([await shown(plain), await shown(other)], [framing(path), framing(address)])
    await turn(id, 'true')
    assert.deepEqual(await shown(plain), framing(address))
  })
})
