// seconds: 4
// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { hashOfLink, linkHash } from '#accounts/account-link.ts'
import * as accounts from '#accounts/index.ts'
import { beginProviderSession } from '#accounts/operations/begin-provider-session.ts'
import { settleIdentity } from '#accounts/operations/settle-identity.ts'
import { codeAt, newTotpSecret, stepAt } from '#accounts/totp.ts'
import { factNames } from '#activity/index.ts'
import type { OpenOperation, Operation } from '#execution/operation.ts'
import { anEmailLink, aPasswordLink, aSignInLink } from '../../support/account-links.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aCast, type Cast, type Person } from '../../support/cast.ts'
import { type Failing, faultyDatabase } from '../../support/faulty-database.ts'
import { added, factsOf, inventoryOf } from '../../support/inventory.ts'
import { png } from '../../support/pictures.ts'
import { givePassword, rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const failing: { at: Failing } = { at: 'nowhere' }
const faulty = await testApp({ through: faultyDatabase(failing) })

interface Change {
  readonly operation: Operation | OpenOperation
  readonly facts: readonly string[]
  /** Makes what is needed for this person, and gives the change itself. */
  readonly prepare: (person: Person, cast: Cast) => Promise<(on: TestApp) => Promise<unknown>>
}

const codeIn = (path: string): string => path.split('/').at(-1) ?? ''

/** As the operator does it, who needs no password. */
const inPlace = (
  operation: Operation,
  facts: readonly string[],
  input: (person: Person) => Promise<Record<string, unknown>>,
): Change => ({
  operation,
  facts,
  prepare: async (person) => {
    const fields = await input(person)
    return (on) => on.run(operation, person.principal, fields)
  },
})

/** A second factor, in force or not yet; gives its secret. */
const giveFactor = async ({ id, principal }: Person, isConfirmed: boolean): Promise<string> => {
  const secret = newTotpSecret()
  const sealed = app.context.encryption.encrypt(secret, 'totp', principal.userId)
  const at = isConfirmed ? app.clock.now() : null
  await app.context.database.write((tx) =>
    sql`update users set totp_secret = ${sealed}, totp_confirmed_at = ${at}, totp_last_step = null where id = ${id}::uuid`.execute(
      tx,
    ),
  )
  return secret
}

const halfwaySession = async (person: Person): Promise<string> => {
  await givePassword(app, person)
  const visitor = new Visitor(app)
  await visitor.signIn(person.email, rightPassword)
  const [session] = await app.context.database.reader
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.id)
    .where('awaits_code', '=', true)
    .execute()
  return session?.id ?? ''
}

const issuer = 'https://id.acme.test'

/** Somebody at the provider with the person's address. */
const settling = ({ email }: Person, { organizationId }: Cast) => ({
  provider: { organizationId, issuer, domains: ['acme.test'], trustsEmail: false, addsMembers: false },
  issuer,
  person: { subject: email, email, isVerified: true, name: 'x' },
  locale: 'en',
  time_notation: '24h',
})

const changes: readonly Change[] = [
  {
    operation: settleIdentity,
    facts: ['account.identity_linked'],
    prepare: async (person, cast) => (on) => on.runOpen(settleIdentity, settling(person, cast)),
  },
  {
    operation: beginProviderSession,
    facts: ['account.signed_in'],
    prepare: async (person, cast) => {
      await app.runOpen(settleIdentity, settling(person, cast))
      const { organizationId: organization_id } = cast
      const input = { organization_id, issuer, subject: person.email, id_token: 'x', device: 'x' }
      return (on) => on.runOpen(beginProviderSession, input)
    },
  },
  {
    operation: accounts.unlinkIdentity,
    facts: ['account.identity_unlinked'],
    prepare: async (person, cast) => {
      await app.runOpen(settleIdentity, settling(person, cast))
      const [identity] = await app.run(accounts.listIdentities, person.principal)
      return (on) => on.run(accounts.unlinkIdentity, person.principal, { uuid: identity.uuid })
    },
  },
  {
    operation: accounts.noteFailedSignIn,
    facts: ['account.sign_in_failed'],
    prepare:
      async ({ id }) =>
      (on) =>
        on.runOpen(accounts.noteFailedSignIn, { user_id: id }),
  },
  {
    operation: accounts.beginSession,
    facts: ['account.signed_in'],
    prepare: async (person) => {
      await givePassword(app, person)
      const hash = (await accounts.findCredentials(app.context.database.reader, person.email))?.passwordHash
      return (on) => on.runOpen(accounts.beginSession, { user_id: person.id, password_hash: hash, device: 'x' })
    },
  },
  {
    operation: accounts.proveSecondFactor,
    facts: ['account.signed_in'],
    prepare: async (person) => {
      const secret = await giveFactor(person, true)
      const session_id = await halfwaySession(person)
      return (on) =>
        on.runOpen(accounts.proveSecondFactor, {
          user_id: person.id,
          session_id,
          code: codeAt(secret, stepAt(app.clock.now())),
          device: 'x',
        })
    },
  },
  {
    operation: accounts.proveSecondFactor,
    facts: ['account.recovery_code_used', 'account.signed_in'],
    prepare: async (person) => {
      await giveFactor(person, true)
      const session_id = await halfwaySession(person)
      const { recovery_codes: codes } = await app.run(accounts.renewRecoveryCodes, person.principal)
      return (on) =>
        on.runOpen(accounts.proveSecondFactor, { user_id: person.id, session_id, code: codes[0], device: 'x' })
    },
  },
  {
    operation: accounts.requestPasswordReset,
    facts: ['account.password_reset_requested'],
    prepare:
      async ({ email }) =>
      (on) =>
        on.runOpen(accounts.requestPasswordReset, { email }),
  },
  {
    operation: accounts.inviteToSetPassword,
    facts: ['account.password_reset_requested'],
    prepare:
      async ({ email }) =>
      (on) =>
        on.runOpen(accounts.inviteToSetPassword, { email }),
  },
  {
    operation: accounts.resetPassword,
    facts: ['account.password_changed'],
    prepare: async ({ email }) => {
      const code = codeIn(await aPasswordLink(app, email))
      return (on) => on.runOpen(accounts.resetPassword, { code, password_hash: 'another' })
    },
  },
  {
    operation: accounts.confirmEmailChange,
    facts: ['account.email_changed'],
    prepare: async (person, { tag }) => {
      const code = codeIn(await anEmailLink(app, person, `confirmed.${tag}@acme.test`))
      return (on) => on.runOpen(accounts.confirmEmailChange, { code })
    },
  },
  {
    operation: accounts.issueSignInLink,
    facts: ['account.sign_in_link_issued'],
    prepare:
      async ({ email }) =>
      (on) =>
        on.runOpen(accounts.issueSignInLink, { email }),
  },
  {
    operation: accounts.signInByLink,
    facts: ['account.signed_in'],
    prepare: async ({ email }) => {
      const code = codeIn(await aSignInLink(app, email))
      return (on) => on.runOpen(accounts.signInByLink, { code, device: 'x' })
    },
  },
  inPlace(accounts.choosePassword, ['account.password_changed'], async () => ({ password_hash: 'first' })),
  inPlace(accounts.finishWelcome, ['account.profile_changed'], async ({ id }) => {
    await app.context.database.write((tx) =>
      sql`update users set awaits_welcome = true where id = ${id}::uuid`.execute(tx),
    )
    return {}
  }),
  inPlace(accounts.requestEmailChange, ['account.email_change_requested'], async ({ email }) => ({
    email: `requested.${email}`,
  })),
  inPlace(accounts.changePassword, ['account.password_changed'], async () => ({ password_hash: 'another' })),
  inPlace(accounts.updateUser, ['account.name_changed'], async () => ({ uuid: 'me', name: 'Another Name' })),
  inPlace(accounts.updateUser, ['account.profile_changed'], async () => ({ uuid: 'me', timezone: 'Asia/Tokyo' })),
  inPlace(accounts.setAvatar, ['account.profile_changed'], async () => ({
    uuid: 'me',
    picture: png.toString('base64'),
  })),
  inPlace(accounts.endSession, [], async (person) => {
    await signedInAs(app, person)
    const [session] = await app.context.database.reader
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', person.id)
      .execute()
    return { uuid: session?.id }
  }),
  inPlace(accounts.endOtherSessions, [], async (person) => {
    await signedInAs(app, person)
    return {}
  }),
  inPlace(accounts.beginSecondFactor, [], async () => ({})),
  inPlace(accounts.cancelSecondFactor, [], async (person) => {
    await giveFactor(person, false)
    return {}
  }),
  inPlace(accounts.confirmSecondFactor, ['account.second_factor_enabled'], async (person) => ({
    code: codeAt(await giveFactor(person, false), stepAt(app.clock.now())),
  })),
  inPlace(accounts.removeSecondFactor, ['account.second_factor_disabled'], async (person) => {
    await giveFactor(person, true)
    return {}
  }),
  inPlace(accounts.renewRecoveryCodes, ['account.recovery_codes_renewed'], async (person) => {
    await giveFactor(person, true)
    return {}
  }),
]

const isChange = (value: unknown): value is Operation | OpenOperation =>
  ['write', 'open'].includes((value as { kind?: string } | null)?.kind ?? '')

const stateOf = async ({ organizationId }: Cast, { id }: Person) => ({
  rows: await inventoryOf(app, organizationId),
  sessions: await app.context.database.reader
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id')
    .execute(),
})

describe('a change to an account, and its fact', () => {
  test('every operation that changes something is here, and every name of a fact', () => {
    // A flow runs two of them, and the door has only the flow.
    const offered = [settleIdentity, beginProviderSession, ...Object.values<unknown>(accounts)].filter(isChange)
    assert.ok(offered.length > 10)
    assert.deepEqual(new Set(changes.map(({ operation }) => operation.name)), new Set(offered.map(({ name }) => name)))
    assert.deepEqual(
      new Set(changes.flatMap(({ facts }) => facts)),
      new Set(factNames.filter((name) => name.startsWith('account.'))),
    )
  })

  for (const { operation, facts, prepare } of changes) {
    test(`${operation.name}: ${facts.length === 0 ? 'no fact' : facts}, all of it or nothing`, async () => {
      const cast = await aCast(app)
      const person = cast.colleague
      const change = await prepare(person, cast)
      const before = await stateOf(cast, person)
      for (const place of facts.length === 0 ? (['at the end'] as const) : (['at the fact', 'at the end'] as const)) {
        failing.at = place
        await assert.rejects(change(faulty), { message: 'The plug was pulled.' })
        assert.deepEqual(await stateOf(cast, person), before, `something was left behind by a failure ${place}`)
      }
      failing.at = 'nowhere'
      const factsBefore = await factsOf(app, cast.organizationId)
      await change(app)
      assert.deepEqual(added(factsBefore, await factsOf(app, cast.organizationId)), facts)
      assert.notDeepEqual(await stateOf(cast, person), before)
    })
  }

  test('403: changing how a user signs in requires their password, except for the operator', async () => {
    const { colleague } = await aCast(app)
    await givePassword(app, colleague)
    const hash = (await accounts.findCredentials(app.context.database.reader, colleague.email))?.passwordHash ?? ''
    const bySession = { ...colleague.principal, via: { kind: 'session', sessionId: 'x' } } as const
    const wanting: readonly (readonly [Operation, Record<string, unknown>])[] = [
      [accounts.changePassword, { password_hash: 'another' }],
      [accounts.requestEmailChange, { email: `another.${colleague.email}` }],
      [accounts.beginSecondFactor, {}],
      [accounts.renewRecoveryCodes, {}],
      [accounts.removeSecondFactor, {}],
    ]
    for (const [operation, input] of wanting) {
      for (const proven_hash of [undefined, '', 'wrong', hash.slice(0, -1)])
        await assert.rejects(
          app.run(operation, bySession, { ...input, proven_hash }),
          { message: 'The password is incorrect.' },
          operation.name,
        )
    }
    await app.run(accounts.beginSecondFactor, bySession, { proven_hash: hash })
  })

  test('a fact has the id of a link, from which only the instance can derive the link', async () => {
    const { colleague, organizationId } = await aCast(app)
    const code = codeIn(await aPasswordLink(app, colleague.email))
    const [fact] = await app.context.database.reader
      .selectFrom('facts')
      .select('subject')
      .where('organization_id', '=', organizationId)
      .where('name', '=', 'account.password_reset_requested')
      .execute()
    const { link, user } = JSON.parse(fact?.subject ?? '')
    assert.equal(link.email, colleague.email)
    assert.equal(user.uri, colleague.uri)
    assert.deepEqual(hashOfLink(app.context.codes, 'password_reset', link.uuid), linkHash('password_reset', code))
    assert.ok(!(fact?.subject ?? '').includes(code))
  })
})
