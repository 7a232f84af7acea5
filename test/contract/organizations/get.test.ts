import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { plans, stages } from '#contract/plans.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import { assertAlike, assertAnswer, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aFounder, aMember, lastPart, putOnPlan } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const cast = await aCast(app)

describe('GET /organizations/{uuid}', () => {
  test('200: every key and no other, for any member', async () => {
    assert.deepEqual(resourceOf(await app.ask(`GET ${cast.organization}`, { token: cast.colleague.token })), {
      uri: cast.organization,
      name: `Acme of owner ${cast.tag}`,
      kind: 'multiple',
      plan: 'enterprise',
      stage: 'active',
      created_at: '2026-03-02T10:00:00.000000Z',
      updated_at: '2026-03-02T10:00:00.000000Z',
    })
  })

  test('200: `individual` while one person is alone in it, and the change of kind moves updated_at', async () => {
    const owner = await aFounder(app)
    const see = async () =>
      resourceOf(await app.ask(`GET /organizations/${owner.principal.organizationId}`, { token: owner.token }))
    const alone = await see()
    assert.equal(alone.kind, 'individual')

    app.clock.advance(1_000)
    const member = await aMember(app, owner)
    const two = await see()
    assert.equal(two.kind, 'multiple')
    assert.ok(two.updated_at > alone.updated_at)

    app.clock.advance(1_000)
    const third = await aMember(app, owner)
    assert.equal((await see()).updated_at, two.updated_at)
    await app.run(removeOrganizationMember, owner.principal, { uuid: third.membershipId })
    assert.equal((await see()).updated_at, two.updated_at)

    app.clock.advance(1_000)
    await app.run(removeOrganizationMember, owner.principal, { uuid: member.membershipId })
    const aloneAgain = await see()
    assert.equal(aloneAgain.kind, 'individual')
    assert.ok(aloneAgain.updated_at > two.updated_at)
  })

  test('200: plan and stage are what the operator set', async () => {
    const owner = await aFounder(app)
    for (const plan of plans) {
      for (const stage of stages) {
        await putOnPlan(app, owner.principal.organizationId, plan, stage)
        const organization = resourceOf(
          await app.ask(`GET /organizations/${owner.principal.organizationId}`, { token: owner.token }),
        )
        assert.deepEqual([organization.plan, organization.stage], [plan, stage])
      }
    }
  })

  test("404: another organization looks nonexistent, also to its neighbour's owner", async () => {
    const foreign = await app.ask(`GET ${cast.outsiderOrganization}`, { token: cast.owner.token })
    assertAnswer(foreign, 404, notFound)
    assertAlike(foreign, await app.ask(`GET /organizations/${randomUUID()}`, { token: cast.owner.token }))
    assertAlike(foreign, await app.ask('GET /organizations/odd', { token: cast.owner.token }))
    assertAlike(foreign, await app.ask(`GET /organizations/${lastPart(cast.owner.uri)}`, { token: cast.owner.token }))
  })

  guardTests(app, cast.colleague, 'organizations:read', 200, (asked) => app.ask(`GET ${cast.organization}`, asked))
})
