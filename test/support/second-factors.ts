import assert from 'node:assert/strict'
import { codeAt, stepAt } from '#accounts/totp.ts'
import type { TestApp } from './app.ts'
import { rightPassword, type Visitor } from './visitor.ts'

export interface Authenticator {
  /** What the telephone shows now; or so many steps away. */
  code(steps?: number): string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/**
 * Turns the second factor on, through its pages. Afterwards the clock is in the next step, so that a new code is shown.
 */
export const turnOnSecondFactor = async (app: TestApp, visitor: Visitor): Promise<Authenticator> => {
  const begun = await visitor.submit(
    '/account/second-factor/begin',
    { current_password: rightPassword },
    { page: '/account/second-factor' },
  )
  assert.equal(begun.status, 303, begun.text)
  const { text } = await visitor.get('/account/second-factor')
  const secret = (/<code class="secret">([^<]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '').toUpperCase()
  assert.match(secret, /^[A-Z2-7]{32}$/)
  const code = (steps = 0): string => codeAt(secret, stepAt(app.clock.now()) + steps)
  const on = await visitor.submit(
    '/account/second-factor/confirm',
    { code: code() },
    { page: '/account/second-factor' },
  )
  assert.equal(on.status, 200, on.text)
  app.clock.advance(30_000)
  return {
    code,
    secret,
    recoveryCodes: (/<code class="secret codes">([^<]+)<\/code>/.exec(on.text)?.[1] ?? '').split('\n'),
  }
}
