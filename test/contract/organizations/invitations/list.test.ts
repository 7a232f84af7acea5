// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { declineOrganizationInvitation } from '#organizations/index.ts'
import {
  assertAlike,
  assertAnswer,
  collectionOf,
  denied,
  invalidArgument,
  notFound,
  onlyPage,
  urisOf,
} from '../../../support/answers.ts'
import { testApp } from '../../../support/app.ts'
import { aCast, anInvitation } from '../../../support/cast.ts'
import { guardTests } from '../../../support/guards.ts'
import { invitationAddresses } from '../../../support/invitation-addresses.ts'
import { accepted } from '../../../support/invited.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider, organization, outsiderOrganization, tag } = cast

const pending = await anInvitation(app, owner, `Pending.${tag}@new.test`)
app.clock.advance(1_000)
const declined = await anInvitation(app, owner, `declined.${tag}@new.test`)
await app.runOpen(declineOrganizationInvitation, { code: declined.code })
app.clock.advance(1_000)
const taken = await anInvitation(app, admin, `accepted.${tag}@new.test`)
const newcomer = await accepted(app, taken)
await anInvitation(app, outsider)

const traits = { name: `Acme of owner ${tag}`, kind: 'multiple', plan: 'enterprise', stage: 'active' }

for (const at of invitationAddresses) {
  describe(`GET ${at.named}`, () => {
    const list = (token: string, query: Record<string, string> = {}, of: string = organization) => {
      const request = at.list(of)
      return app.ask(request.address, { token, query: { ...request.query, ...query } })
    }
    const found = async (query: Record<string, string>) => urisOf(collectionOf(await list(owner.token, query)))

    test('200: every key and no other; `user` only once accepted', async () => {
      const answer = await list(admin.token)
      assert.deepEqual(collectionOf(answer), [
        {
          uri: pending.uri,
          organization,
          email: `Pending.${tag}@new.test`,
          status: 'pending',
          created_at: '2026-03-02T10:00:00.000000Z',
          updated_at: '2026-03-02T10:00:00.000000Z',
          last_sent_at: '2026-03-02T10:00:00.000000Z',
          ...traits,
        },
        {
          uri: declined.uri,
          organization,
          email: `declined.${tag}@new.test`,
          status: 'declined',
          created_at: '2026-03-02T10:00:01.000000Z',
          updated_at: '2026-03-02T10:00:01.000000Z',
          last_sent_at: '2026-03-02T10:00:01.000000Z',
          ...traits,
        },
        {
          uri: taken.uri,
          organization,
          email: `accepted.${tag}@new.test`,
          status: 'accepted',
          created_at: '2026-03-02T10:00:02.000000Z',
          updated_at: '2026-03-02T10:00:02.000000Z',
          last_sent_at: '2026-03-02T10:00:02.000000Z',
          user: newcomer.uri,
          ...traits,
        },
      ])
      assert.deepEqual(answer.body.pagination, onlyPage(3))
      assert.equal(pending.uri, `${organization}/invitations/${pending.id}`)
    })

    test('200: each status filters', async () => {
      assert.deepEqual(await found({ status: 'pending' }), [pending.uri])
      assert.deepEqual(await found({ status: 'declined' }), [declined.uri])
      assert.deepEqual(await found({ status: 'accepted' }), [taken.uri])
    })

    test('200: the e-mail filters, whole and in any case', async () => {
      for (const email of [pending.email, pending.email.toLowerCase(), pending.email.toUpperCase()])
        assert.deepEqual(await found({ email }), [pending.uri])
      assert.deepEqual(await found({ email: pending.email, status: 'declined' }), [])
      assert.deepEqual(await found({ email: `x${pending.email}` }), [])
    })

    test('200: sorted by each field that is documented, both ways; by created_at by default', async () => {
      const oldest = [pending.uri, declined.uri, taken.uri]
      assert.deepEqual(await found({}), oldest)
      assert.deepEqual(await found({ sort: '' }), oldest)
      assert.deepEqual(await found({ sort: 'created_at' }), oldest)
      assert.deepEqual(await found({ sort: 'created_at:desc' }), oldest.toReversed())
      assert.deepEqual(await found({ sort: 'updated_at:desc' }), oldest.toReversed())
      assert.deepEqual(await found({ sort: 'email:asc' }), [pending.uri, taken.uri, declined.uri])
      assert.deepEqual(await found({ sort: 'email:desc,created_at:asc' }), [declined.uri, taken.uri, pending.uri])
    })

    test('400: a sort that is unknown, or has the same field twice', async () => {
      for (const sort of [
        'nonsense',
        'created_at:up',
        'created_at:asc:x',
        'id:asc',
        ',',
        'created_at,created_at:desc',
        'email asc',
      ]) {
        assertAnswer(await list(owner.token, { sort }), 400, invalidArgument(['sort', 'invalid']))
      }
    })

    test('400: filters are checked', async () => {
      assertAnswer(
        await list(owner.token, { status: 'lost' }),
        400,
        invalidArgument(['status', 'must be one of: pending, accepted, declined']),
      )
      assertAnswer(
        await list(owner.token, { email: 'nobody' }),
        400,
        invalidArgument(['email', 'is in invalid format']),
      )
    })

    test('next_page repeats the path that was called, with what was asked, on our own address', async () => {
      const { pagination } = (await list(owner.token, { count: '1', sort: 'created_at:asc' })).body
      const next = new URL(pagination.next_page)
      const request = at.list(organization)
      assert.equal(next.origin + next.pathname, app.context.links.api + request.address.split(' ')[1])
      assert.deepEqual(Object.fromEntries(next.searchParams), {
        ...request.query,
        count: '1',
        sort: 'created_at:asc',
        page_token: pagination.next_page_token,
      })
      const following = await app.ask(`GET ${pagination.next_page}`, { token: owner.token })
      assert.deepEqual(urisOf(collectionOf(following)), [declined.uri])
      assert.equal(following.body.pagination.previous_page.split('?')[0], next.origin + next.pathname)
    })

    test('403: for owners and admins only', async () => {
      assertAnswer(await list(colleague.token), 403, denied())
    })

    test("404: another organization's invitations look nonexistent", async () => {
      for (const { token } of [owner, colleague]) {
        const foreign = await list(token, {}, outsiderOrganization)
        assertAnswer(foreign, 404, notFound)
        assertAlike(foreign, await list(token, {}, `${app.context.links.api}/organizations/${randomUUID()}`))
      }
    })

    guardTests(app, owner, 'organizations:read', 200, ({ token = '' }) => list(token))
  })
}
