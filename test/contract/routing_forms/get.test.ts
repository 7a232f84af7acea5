import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { deleteRoutingForm } from '#routing/index.ts'
import { assertAlike, assertAnswer, collectionOf, denied, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'
import { aForm } from '../../support/routing.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const form = await aForm(app, owner)
const foreignForm = await aForm(app, outsider)

describe('GET /routing_forms/{uuid}', () => {
  test('200: the same as in the list, for owner and admin', async () => {
    const listed = collectionOf(await app.ask('GET /routing_forms', { token: owner.token }))
    for (const { token } of [owner, admin])
      assert.deepEqual([resourceOf(await app.ask(`GET ${form.uri}`, { token }))], listed)
  })

  test('403: for a plain user', async () => {
    assertAnswer(await app.ask(`GET ${form.uri}`, { token: colleague.token }), 403, denied())
  })

  test("404: another organization's form and a deleted one look nonexistent", async () => {
    const deleted = await aForm(app, owner)
    await app.run(deleteRoutingForm, owner.principal, { uuid: deleted.id })
    for (const { token } of [owner, colleague]) {
      const foreign = await app.ask(`GET ${foreignForm.uri}`, { token })
      assertAnswer(foreign, 404, notFound)
      for (const id of [randomUUID(), 'odd', deleted.id, owner.id])
        assertAlike(foreign, await app.ask(`GET /routing_forms/${id}`, { token }))
    }
  })

  guardTests(app, owner, 'routing_forms:read', 200, (asked) => app.ask(`GET ${form.uri}`, asked))
})
