import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createSharedEventType, deleteEventType, grantEventTypePermission } from '#event-types/index.ts'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  denied,
  invalidArgument,
  notFound,
  resourceOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { holdsCode, linkBehind } from '../../support/booking-links.ts'
import { aCast, aMember, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { added, factsOf, inventoryOf, wholeDatabase } from '../../support/inventory.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider } = cast
const introCall = await anEventType(app, colleague, { active: true })

const create = (token: string, body: object) => app.ask('POST /scheduling_links', { token, body })
const linkTo = (owner: { readonly uri: string }) => ({ max_event_count: 1, owner: owner.uri, owner_type: 'EventType' })

describe('POST /scheduling_links', () => {
  test('201: an address that leads to the type, and nothing else', async () => {
    const answer = await create(colleague.token, linkTo(introCall))
    const { booking_url, ...rest } = resourceOf(answer)
    assert.equal(answer.status, 201)
    assert.deepEqual(rest, { owner: introCall.uri, owner_type: 'EventType' })
    assert.match(booking_url, new RegExp(`^${app.context.links.site}/d/[0-9a-f]{8}-[a-z2-7]{26}/intro-call$`))

    const { id, ...link } = (await linkBehind(app, booking_url)) ?? {}
    assert.ok(id)
    const expiresAt = new Date(app.clock.now().getTime() + 90 * 86_400_000)
    assert.deepEqual(link, {
      organizationId: cast.organizationId,
      eventTypeId: introCall.id,
      terms: null,
      expiresAt,
      usedAt: null,
    })
  })

  test('its code begins with the hint of the organization; without it the address works as it did before, and with another it is none', async () => {
    const { booking_url } = resourceOf(await create(colleague.token, linkTo(introCall)))
    const path = new URL(booking_url).pathname
    assert.equal(path.slice(3, 11), cast.organizationId.slice(0, 8))
    const opened = async (address: string) =>
      (await app.ask(`GET ${address}`, { headers: { accept: 'text/html' } })).status
    assert.equal(await opened(path), 200)
    assert.equal(await opened(path.replace(/[0-9a-f]{8}-/, '')), 200)
    const other = path.startsWith('/d/f') ? '/d/00000000-' : '/d/ffffffff-'
    assert.equal(
      await opened(path.replace(/^\/d\/[0-9a-f]{8}-/, other)),
      await opened('/d/aaaaaaaaaaaaaaaaaaaaaaaaaa/intro-call'),
    )
    assert.notEqual(await opened(path.replace(/^\/d\/[0-9a-f]{8}-/, other)), 200)
  })

  test('201: each time another address', async () => {
    const urls = await Promise.all(
      [1, 2, 3].map(async () => resourceOf(await create(colleague.token, linkTo(introCall))).booking_url),
    )
    assert.equal(new Set(urls).size, 3)
  })

  test('201: with the fields in the query string and an empty body, and the number as text', async () => {
    const query = { max_event_count: '1', owner: introCall.uri, owner_type: 'EventType' }
    assertStatus(await app.ask('POST /scheduling_links', { token: colleague.token, query }), 201)
    assertStatus(await create(colleague.token, { ...linkTo(introCall), max_event_count: '1' }), 201)
  })

  test('201: one fact, and the code is stored nowhere in the database', async () => {
    const before = await factsOf(app, cast.organizationId)
    const { booking_url } = resourceOf(await create(colleague.token, linkTo(introCall)))
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['scheduling_link.created'])
    const everything = await wholeDatabase(app)
    assert.ok(everything.includes('scheduling_link.created'))
    assert.ok(!holdsCode(everything, booking_url))
  })

  test('a code that was never given leads nowhere', async () => {
    assert.equal(await linkBehind(app, `${app.context.links.site}/d/${'a'.repeat(26)}/intro-call`), undefined)
  })

  test('OPENSLOT_LINK_DAYS sets how long it works', async () => {
    const hasty = await testApp({ settings: { OPENSLOT_LINK_DAYS: '3' } })
    const { booking_url } = resourceOf(
      await hasty.ask('POST /scheduling_links', { token: colleague.token, body: linkTo(introCall) }),
    )
    assert.deepEqual(
      (await linkBehind(app, booking_url))?.expiresAt,
      new Date(hasty.clock.now().getTime() + 3 * 86_400_000),
    )
  })

  test('201: for a type of every kind', async () => {
    for (const sharing of ['group', 'collective', 'round_robin']) {
      const shared = await app.run(createSharedEventType, owner.principal, {
        owner: owner.uri,
        name: 'Together',
        sharing,
        active: true,
      })
      assertStatus(await create(owner.token, linkTo(shared)), 201)
    }
  })

  describe('permissions', () => {
    test('201: the owner of the type, admins and owners, its hosts, and members with permission on it', async () => {
      const [host, permitted, passer] = await Promise.all([1, 2, 3].map(() => aMember(app, owner)))
      assert.ok(host && permitted && passer)
      const sharing = { sharing: 'round_robin', hosts: [{ user: host.uri }], active: true }
      const shared = await app.run(createSharedEventType, owner.principal, {
        owner: colleague.uri,
        name: 'Shared',
        ...sharing,
      })
      await app.run(grantEventTypePermission, owner.principal, { event_type: shared.uri, user: permitted.uri })
      for (const { token } of [colleague, admin, owner, host, permitted])
        assertStatus(await create(token, linkTo(shared)), 201)
      assertAnswer(await create(passer.token, linkTo(shared)), 403, denied('You do not have permission'))
    })

    test("404: another organization's type looks nonexistent", async () => {
      const foreign = await create(outsider.token, linkTo(introCall))
      assertAnswer(foreign, 404, notFound)
      assertAlike(
        foreign,
        await create(outsider.token, {
          ...linkTo(introCall),
          owner: `https://api.calendly.com/event_types/${randomUUID()}`,
        }),
      )
    })
  })

  describe('what is refused changes nothing', () => {
    const refused = async (by: Person, body: object, status: number, expected: object) => {
      const before = await inventoryOf(app, cast.organizationId)
      assertAnswer(await create(by.token, body), status, expected)
      assert.deepEqual(await inventoryOf(app, cast.organizationId), before)
    }

    test('400: a type that is not active', async () => {
      const asleep = await anEventType(app, colleague, { name: 'Asleep' })
      await refused(colleague, linkTo(asleep), 400, invalidArgument(['owner', 'must be an active event type']))
    })

    test('404: a type that was deleted', async () => {
      const gone = await anEventType(app, colleague, { name: 'Gone', active: true })
      await app.run(deleteEventType, owner.principal, { uuid: lastPart(gone.uri) })
      await refused(colleague, linkTo(gone), 404, notFound)
    })

    test('400: names each field that is wrong or missing', async () => {
      const missing = invalidArgument(
        ['max_event_count', 'is missing'],
        ['owner', 'is missing'],
        ['owner_type', 'is missing'],
      )
      await refused(colleague, {}, 400, missing)
      for (const count of [0, 2, '2', 'one', null, true, [1]])
        await refused(
          colleague,
          { ...linkTo(introCall), max_event_count: count },
          400,
          invalidArgument(['max_event_count', 'must be one of: 1']),
        )
      await refused(colleague, { ...linkTo(introCall), owner: 'no uri' }, 400, invalidArgument(['owner', 'invalid']))
      await refused(
        colleague,
        { ...linkTo(introCall), owner: colleague.uri },
        400,
        invalidArgument(['owner', 'invalid']),
      )
      await refused(
        colleague,
        { ...linkTo(introCall), owner_type: 'User' },
        400,
        invalidArgument(['owner_type', 'must be one of: EventType']),
      )
    })
  })

  guardTests(app, colleague, 'scheduling_links:write', 201, ({ token }) =>
    app.ask('POST /scheduling_links', { token, body: linkTo(introCall) }),
  )
})
