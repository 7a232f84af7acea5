// seconds: 2
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changePassword } from '#accounts/index.ts'
import { createContext } from '#app.ts'
import { scopes } from '#contract/scopes.ts'
import { type AppContext, perform } from '#execution/perform.ts'
import { allowApp, createApp, createPersonalAccessToken } from '#oauth/index.ts'
import {
  actingAs,
  addOrganizationMember,
  findMembershipByEmail,
  findOrganization,
  findOwner,
  listAllOrganizations,
} from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { systemClock } from '#platform/time/clock.ts'
import { pkce } from '../support/application.ts'
import { runCommand } from '../support/command-line.ts'
import { freePort, newInstallation, type Service, startService } from '../support/processes.ts'

// Every request asks the database for its token, the membership behind it and the role: there is no cache that could be
// stale. So what one process changed is known to all others with their next request. This checks that it is.

const redirectUri = 'https://app.test/callback'

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
type Json = any

describe('what one process ends is refused by every other within a second (E6)', () => {
  let settings: Readonly<Record<string, string>>
  let first: Service
  let second: Service
  let context: AppContext
  let app: Json
  let members = 0

  before(async () => {
    settings = {
      ...(await newInstallation()),
      OPENSLOT_SECRET: 'a secret for tests that is long enough',
      OPENSLOT_RATE_LIMITS: 'off',
    }
    await runCommand(
      ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme'],
      settings,
    )
    first = await startService(settings, ['serve'])
    second = await startService({ ...settings, PORT: String(await freePort()) }, ['serve'])
    context = await createContext(
      readConfig(settings),
      await openPostgres(settings.DATABASE_URL ?? '', () => {}),
      systemClock,
    )
    app = await run(await asOwner(), createApp, {
      name: 'Reporting',
      redirect_uris: [redirectUri],
      scopes: [...scopes],
    })
  })
  after(async () => {
    await context.database.close()
    await Promise.all([first.stop(), second.stop()])
  })

  const run = async (as: Json, operation: Json, input: object): Promise<Json> => {
    const performed = await perform(context, operation, as, {
      path: {},
      query: {},
      body: input as Record<string, unknown>,
    })
    return (performed as Json).result
  }
  const asOwner = async () => {
    const { reader } = context.database
    const [organization] = await listAllOrganizations(reader)
    const membership = await findOwner(reader, organization?.id ?? '')
    const found = await findOrganization(reader, organization?.id ?? '')
    assert.ok(membership && found)
    return actingAs(membership, found)
  }

  /** A new member with a personal token, and with the token of an application that they allowed. */
  const aMember = async (role: 'user' | 'admin' = 'user') => {
    const owner = await asOwner()
    const email = `member.${++members}@acme.test`
    await run(owner, addOrganizationMember, {
      name: 'Demo Member',
      email,
      role,
      timezone: 'Europe/Lisbon',
      password_hash: 'none yet',
    })
    const membership = await findMembershipByEmail(context.database.reader, owner.organizationId, email)
    const organization = await findOrganization(context.database.reader, owner.organizationId)
    assert.ok(membership && organization)
    const principal = actingAs(membership, organization)
    const personal: string = (await run(principal, createPersonalAccessToken, { name: 'Test', scopes: [...scopes] }))
      .secret
    const { verifier, challenge } = pkce()
    const asked = {
      client_id: app.app.client_id,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      audience: 'rest',
      scopes: [...scopes],
    }
    const { code } = await run(principal, allowApp, asked)
    const tokens = await post(first, 'token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
    assert.equal(tokens.status, 200, JSON.stringify(tokens.body))
    return {
      email,
      principal,
      membership,
      personal,
      access: tokens.body.access_token as string,
      refresh: tokens.body.refresh_token as string,
    }
  }
  const post = async ({ address }: Service, endpoint: string, fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ client_id: app.app.client_id, client_secret: app.client_secret, ...fields })
    const answer = await fetch(`${address}/oauth/${endpoint}`, { method: 'POST', body })
    return { status: answer.status, body: (await answer.json()) as Json }
  }

  /** The other process, and its very next answer: sooner than within a second. */
  const refusedBySecond = async (tokens: readonly string[], status: number, path = '/users/me') => {
    for (const token of tokens) assert.equal((await second.ask(path, token)).status, status)
  }
  const workOnSecond = async (tokens: readonly string[], path = '/users/me') => {
    for (const token of tokens) assert.equal((await second.ask(path, token)).status, 200)
  }

  test('a token that its application gave back', async () => {
    const { access } = await aMember()
    await workOnSecond([access])
    assert.equal((await post(first, 'revoke', { token: access })).status, 200)
    await refusedBySecond([access], 401)
  })

  test('a whole family, by its refresh token', async () => {
    const { access, refresh } = await aMember()
    await workOnSecond([access])
    await post(first, 'revoke', { token: refresh })
    await refusedBySecond([access], 401)
    assert.equal((await post(second, 'token', { grant_type: 'refresh_token', refresh_token: refresh })).status, 400)
  })

  test('a member who was removed', async () => {
    const { email, personal, access, refresh } = await aMember()
    await workOnSecond([personal, access])
    assert.equal((await runCommand(['member', 'remove', '--email', email], settings)).code, 0)
    await refusedBySecond([personal, access], 401)
    assert.equal((await post(second, 'token', { grant_type: 'refresh_token', refresh_token: refresh })).status, 400)
  })

  test('a role that was lowered', async () => {
    const { email, personal, access, principal } = await aMember('admin')
    const everybody = `/organization_memberships?organization=${principal.organizationId}`
    await workOnSecond([personal, access], everybody)
    assert.equal((await runCommand(['member', 'role', '--email', email, '--role', 'user'], settings)).code, 0)
    await refusedBySecond([personal, access], 403, everybody)
  })

  test('all tokens of a user whose password changed', async () => {
    const { principal, personal, access, refresh } = await aMember()
    await workOnSecond([personal, access])
    await run(principal, changePassword, { proven_hash: 'none yet', password_hash: 'another' })
    await refusedBySecond([personal, access], 401)
    assert.equal((await post(second, 'token', { grant_type: 'refresh_token', refresh_token: refresh })).status, 400)
  })

  test('an application that was deleted', async () => {
    const { access } = await aMember()
    await workOnSecond([access])
    assert.equal(
      (await runCommand(['app', 'delete', '--organization', 'Acme', '--client-id', app.app.client_id], settings)).code,
      0,
    )
    await refusedBySecond([access], 401)
    assert.equal((await post(second, 'token', { grant_type: 'refresh_token' })).status, 401)
  })
})
