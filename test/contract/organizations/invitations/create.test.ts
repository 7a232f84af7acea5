import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { declineOrganizationInvitation } from '#organizations/index.ts'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  denied,
  invalidArgument,
  notFound,
  resourceOf,
} from '../../../support/answers.ts'
import { type Asked, testApp } from '../../../support/app.ts'
import { aCast, aFounder, aRemovedMember, codeOf, lastPart } from '../../../support/cast.ts'
import { guardTests } from '../../../support/guards.ts'
import { added, factsOf, inventoryOf } from '../../../support/inventory.ts'
import { invitationAddresses } from '../../../support/invitation-addresses.ts'
import { accepted } from '../../../support/invited.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider, organization, outsiderOrganization } = cast

const someone = () => `Some.One.${randomUUID().slice(0, 8)}@new.test`

for (const at of invitationAddresses) {
  describe(`POST ${at.named}`, () => {
    const invite = (
      token: string,
      fields: Readonly<Record<string, unknown>>,
      more: Asked = {},
      to: string = organization,
    ) => {
      const { address, ...request } = at.create(to, fields)
      return app.ask(address, { token, ...request, ...more })
    }

    test('201: a pending invitation, every key and no other, with its Location', async () => {
      for (const { token } of [owner, admin]) {
        const email = someone()
        const answer = await invite(token, { email })
        assertStatus(answer, 201)
        const { uri, ...invitation } = resourceOf(answer)
        assert.equal(answer.headers.location, uri)
        assert.ok(uri.startsWith(`${organization}/invitations/`))
        assert.deepEqual(invitation, {
          organization,
          email,
          status: 'pending',
          created_at: '2026-03-02T10:00:00.000000Z',
          updated_at: '2026-03-02T10:00:00.000000Z',
          last_sent_at: '2026-03-02T10:00:00.000000Z',
          name: `Acme of owner ${cast.tag}`,
          kind: 'multiple',
          plan: 'enterprise',
          stage: 'active',
        })
        assert.deepEqual(resourceOf(await app.ask(`GET ${uri}`, { token })), { uri, ...invitation })
      }
    })

    test('201: one fact, by the member who did it; a refusal changes nothing', async () => {
      const before = await factsOf(app, cast.organizationId)
      assertStatus(await invite(admin.token, { email: someone() }), 201)
      const after = await factsOf(app, cast.organizationId)
      assert.deepEqual(added(before, after), ['organization_invitation.created'])
      const inventory = await inventoryOf(app, cast.organizationId)
      for (const [token, email] of [
        [owner.token, 'nonsense'],
        [owner.token, owner.email],
        [colleague.token, someone()],
        [outsider.token, someone()],
      ] as const) {
        assert.ok((await invite(token, { email })).status >= 400)
      }
      assert.deepEqual(await inventoryOf(app, cast.organizationId), inventory)
    })

    test('201: arguments may be in the query; the body wins', async () => {
      const email = someone()
      const request = at.create(organization, {})
      const inQuery = await app.ask(request.address, { token: owner.token, query: { email, organization } })
      assert.equal(resourceOf(inQuery).email, email)
      const other = someone()
      const both = await invite(owner.token, { email: other }, { query: { email: someone() } })
      assert.equal(resourceOf(both).email, other)
    })

    test('201: unknown fields, and those that the service sets itself, change nothing', async () => {
      const email = someone()
      const made = resourceOf(
        await invite(owner.token, {
          email,
          uri: 'https://evil.test/',
          created_at: '2001-01-01T00:00:00Z',
          last_sent_at: null,
          kind: 'individual',
          plan: 'basic',
          role: 'owner',
          id: owner.id,
          uuid: owner.id,
          organizationId: 'x',
          whatever: { deep: [1] },
        }),
      )
      assert.deepEqual(
        [made.email, made.status, made.created_at, made.kind, made.plan, made.user],
        [email, 'pending', '2026-03-02T10:00:00.000000Z', 'multiple', 'enterprise', undefined],
      )
      assert.notEqual(lastPart(made.uri), owner.id)
    })

    test('400: the inviter cannot set who accepted it', async () => {
      const wrong = await invite(owner.token, { email: someone(), status: 'accepted', user: owner.uri })
      assertAnswer(wrong, 400, invalidArgument(['status', 'cannot be changed'], ['user', 'cannot be changed']))
    })

    test('201: blanks around an address are not part of it', async () => {
      const email = someone()
      assert.equal(resourceOf(await invite(owner.token, { email: `  ${email} ` })).email, email)
    })

    test('201: again after it was declined, after it was revoked, and for a former member', async () => {
      const email = someone()
      const first = resourceOf(await invite(owner.token, { email }))
      await app.runOpen(declineOrganizationInvitation, { code: codeOf(app, lastPart(first.uri)) })
      const second = resourceOf(await invite(owner.token, { email }))
      assert.notEqual(second.uri, first.uri)
      assertStatus(await app.ask(`DELETE ${second.uri}`, { token: owner.token }), 204)
      assertStatus(await invite(owner.token, { email }), 201)
      assertStatus(await invite(owner.token, { email: (await aRemovedMember(app, owner)).email }), 201)
    })

    test('201: for a person whom another organization has invited, or has as a member', async () => {
      const email = someone()
      assertStatus(await invite(outsider.token, { email }, {}, outsiderOrganization), 201)
      assertStatus(await invite(owner.token, { email }), 201)
      assertStatus(await invite(owner.token, { email: (await aFounder(app)).email }), 201)
    })

    test('400 Invalid Email: an address in the wrong form', async () => {
      for (const email of [
        'nonsense',
        'a@',
        '@b.test',
        'a b@c.test',
        'a@b..test',
        `${'a'.repeat(65)}@b.test`,
        `a@${'b'.repeat(64)}.test`,
        'a@b.test,c@d.test',
        '<a@b.test>',
        'a@b.test\u0007',
      ]) {
        assertAnswer(await invite(owner.token, { email }), 400, {
          title: 'Invalid Email',
          message: `${email} is an invalid email format`,
        })
      }
    })

    test('400 Invalid Argument: a blank address must be filled, a missing one is missing', async () => {
      for (const email of ['', '  '])
        assertAnswer(await invite(owner.token, { email }), 400, invalidArgument(['email', 'must be filled']))
      assertAnswer(await invite(owner.token, {}), 400, invalidArgument(['email', 'is missing']))
      for (const email of [7, true, null, ['a@b.test'], { a: 1 }])
        assertAnswer(await invite(owner.token, { email }), 400, invalidArgument(['email', 'must be a string']))
      assertAnswer(
        await invite(owner.token, { email: 'a'.repeat(1001) }),
        400,
        invalidArgument(['email', 'size cannot be greater than 1000']),
      )
    })

    test('400 Already Organization Member: in any case', async () => {
      for (const email of [colleague.email, colleague.email.toUpperCase()]) {
        assertAnswer(await invite(owner.token, { email }), 400, {
          title: 'Already Organization Member',
          message: `${email} is already in the organization`,
        })
      }
      const invited = someone()
      const made = resourceOf(await invite(owner.token, { email: invited }))
      await accepted(app, { ...made, id: lastPart(made.uri), code: codeOf(app, lastPart(made.uri)) })
      assertAnswer(await invite(owner.token, { email: invited }), 400, {
        title: 'Already Organization Member',
        message: `${invited} is already in the organization`,
      })
    })

    test('400 Already Invited: while one is pending, in any case', async () => {
      const email = someone()
      assertStatus(await invite(owner.token, { email }), 201)
      for (const again of [email, email.toLowerCase(), email.toUpperCase()]) {
        assertAnswer(await invite(admin.token, { email: again }), 400, {
          title: 'Already Invited',
          message: `${again} has already been invited`,
        })
      }
    })

    test('400 Already Invited: of many at once, exactly one is made', async () => {
      const email = someone()
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          invite(owner.token, { email: index % 2 ? email : email.toUpperCase() }),
        ),
      )
      assert.equal(answers.filter(({ status }) => status === 201).length, 1)
      for (const { status, body } of answers.filter(({ status }) => status !== 201))
        assert.deepEqual([status, body.title], [400, 'Already Invited'])
    })

    test('403: for owners and admins only', async () => {
      assertAnswer(await invite(colleague.token, { email: someone() }), 403, denied('You do not have permission'))
    })

    test('404: another organization looks nonexistent, in the path and in the body, and before any rule', async () => {
      const random = `${app.context.links.api}/organizations/${randomUUID()}`
      for (const { token } of [owner, colleague]) {
        for (const email of [someone(), 'nonsense', outsider.email]) {
          const foreign = await invite(token, { email }, {}, outsiderOrganization)
          assertAnswer(foreign, 404, notFound)
          assertAlike(foreign, await invite(token, { email }, {}, random))
        }
      }
    })

    guardTests(app, owner, 'organizations:write', 201, ({ token = '' }) => invite(token, { email: someone() }))
  })
}
