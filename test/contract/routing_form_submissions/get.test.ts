import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, collectionOf, denied, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'
import { aPublishedForm, aSubmission } from '../../support/routing.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const submission = await aSubmission(app, await aPublishedForm(app, owner))
const foreignSubmission = await aSubmission(app, await aPublishedForm(app, outsider))

describe('GET /routing_form_submissions/{uuid}', () => {
  test('200: the same as in the list, for owner and admin', async () => {
    const listed = collectionOf(await app.ask('GET /routing_form_submissions', { token: owner.token }))
    for (const { token } of [owner, admin])
      assert.deepEqual([resourceOf(await app.ask(`GET ${submission.uri}`, { token }))], listed)
  })

  test('403: for a plain user', async () => {
    assertAnswer(await app.ask(`GET ${submission.uri}`, { token: colleague.token }), 403, denied())
  })

  test("404: another organization's submission looks nonexistent", async () => {
    for (const { token } of [owner, colleague]) {
      const foreign = await app.ask(`GET ${foreignSubmission.uri}`, { token })
      assertAnswer(foreign, 404, notFound)
      for (const id of [randomUUID(), 'odd', owner.id])
        assertAlike(foreign, await app.ask(`GET /routing_form_submissions/${id}`, { token }))
    }
  })

  guardTests(app, owner, 'routing_forms:read', 200, (asked) => app.ask(`GET ${submission.uri}`, asked))
})
