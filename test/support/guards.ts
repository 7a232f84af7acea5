import { test } from 'node:test'
import { isScope, scopes } from '#contract/scopes.ts'
import { assertAnswer, assertStatus, insufficientScope, unauthenticated } from './answers.ts'
import type { Answer, Asked, TestApp } from './app.ts'
import { aToken, type Person } from './cast.ts'

/** A request as an allowed caller makes it. */
type Request = (asked: Pick<Asked, 'token'>) => Promise<Answer>

/** What every address does before it looks at anything else: a token that works, then its scope. */
export const guardTests = (app: TestApp, person: Person, scope: string, success: number, request: Request): void => {
  test('401: without a token', async () => {
    assertAnswer(await request({}), 401, unauthenticated())
  })

  test(`403: every scope but ${scope} is not enough, and the answer names it`, async () => {
    const enough = [scope, scope.replace(':read', ':write')]
    const token = await aToken(
      app,
      person.principal,
      scopes.filter((other) => !enough.includes(other)),
    )
    assertAnswer(await request({ token }), 403, insufficientScope(scope))
  })

  test('403: a token without scopes may do nothing', async () => {
    assertAnswer(await request({ token: await aToken(app, person.principal, []) }), 403, insufficientScope(scope))
  })

  test(`${success}: ${scope} alone will do`, async () => {
    if (!isScope(scope)) throw new Error(`${scope} is no scope.`)
    assertStatus(await request({ token: await aToken(app, person.principal, [scope]) }), success)
  })
}
