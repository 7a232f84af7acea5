import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { DatabaseAway } from '#platform/db/faults.ts'
import { assertAnswer } from '../../support/answers.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aCast, type Cast } from '../../support/cast.ts'

const inside = 'connection to db.internal as openslot failed at /srv/openslot/store.ts'

let app: TestApp
let cast: Cast
/** What every transaction fails with from now on. */
let failure: Error | undefined

before(async () => {
  app = await testApp({
    through: (database) => ({
      ...database,
      write: (work) => (failure ? Promise.reject(failure) : database.write(work)),
    }),
  })
  cast = await aCast(app)
})

beforeEach(() => {
  failure = undefined
})

const invite = () =>
  app.ask('POST /organization_invitations', {
    token: cast.owner.token,
    body: { organization: cast.organization, email: 'later@new.test' },
  })

describe('when it cannot be done', () => {
  test('503: the database is away; with Retry-After, and no internals', async () => {
    failure = new DatabaseAway(new Error(inside))
    const answer = await invite()
    assertAnswer(answer, 503, {
      title: 'Service Unavailable',
      message: 'The service is temporarily unavailable. Retry the request.',
    })
    assert.equal(answer.headers['retry-after'], '1')
    assert.doesNotMatch(JSON.stringify(answer), /db\.internal/)
  })

  test('500: a fault of ours; a fixed text, and the rest is in the log under the request id', async () => {
    failure = new Error(inside)
    const answer = await invite()
    assertAnswer(answer, 500, {
      title: 'Internal Server Error',
      message: 'The server encountered an unexpected condition that prevented it from fulfilling the request.',
    })
    assert.doesNotMatch(JSON.stringify(answer), /db\.internal|store\.ts/)
    const logLines = app.logged.filter((line) =>
      JSON.stringify(line).includes(`"request_id":"${answer.headers['x-request-id']}"`),
    )
    assert.ok(logLines.some((line) => JSON.stringify(line).includes(inside)))
  })

  test('and when it can be done again, it is', async () => {
    assert.equal((await invite()).status, 201)
  })
})
