import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, collectionOf, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aTeam } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const team = await aTeam(app, owner)
const foreignTeam = await aTeam(app, outsider)

describe('GET /teams/{uuid}', () => {
  test('200: the same as in the list, for every member', async () => {
    const listed = collectionOf(await app.ask('GET /teams', { token: owner.token }))
    assert.deepEqual([resourceOf(await app.ask(`GET ${team.uri}`, { token: colleague.token }))], listed)
  })

  test("404: another organization's team looks nonexistent", async () => {
    for (const { token } of [owner, colleague]) {
      const foreign = await app.ask(`GET ${foreignTeam.uri}`, { token })
      assertAnswer(foreign, 404, notFound)
      for (const id of [randomUUID(), 'odd', owner.id])
        assertAlike(foreign, await app.ask(`GET /teams/${id}`, { token }))
    }
  })

  guardTests(app, colleague, 'organizations:read', 200, (asked) => app.ask(`GET ${team.uri}`, asked))
})
