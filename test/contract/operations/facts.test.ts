// seconds: 7
// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { factNames } from '#activity/index.ts'
import type { OpenOperation, Operation } from '#execution/operation.ts'
import * as oauth from '#oauth/index.ts'
import * as organizations from '#organizations/index.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import {
  aCast,
  aFounder,
  aGroup,
  aMember,
  anInvitation,
  aTeam,
  type Cast,
  inGroup,
  lastPart,
  type Person,
} from '../../support/cast.ts'
import { type Failing, faultyDatabase } from '../../support/faulty-database.ts'
import { added, factsOf, inventoryOf, rowCounts } from '../../support/inventory.ts'
import { png } from '../../support/pictures.ts'

const app = await testApp()
const failing: { at: Failing } = { at: 'nowhere' }
const faulty = await testApp({ through: faultyDatabase(failing) })

interface Change {
  readonly operation: Operation | OpenOperation
  /** What it records in the organization it changes; and in another, when that one changes too. */
  readonly facts: readonly string[]
  readonly elsewhere?: readonly string[]
  /** Prepares what is needed, and returns the change itself, by a caller on an app. */
  readonly prepare: (cast: Cast) => Promise<Prepared>
}

interface Prepared {
  readonly organizationId: string
  readonly change: (on: TestApp, by: Person) => Promise<unknown>
  /** The same, so that it is refused. For operations with a principal: asked by a plain user. */
  readonly refused?: (on: TestApp) => Promise<unknown>
  /** The same again, when it is no change any more. */
  readonly again?: 'refused' | 'nothing'
}

const account = { timezone: 'Europe/Berlin', password_hash: null }

const application = { name: 'An app', redirect_uris: ['https://app.test/callback'], scopes: ['users:read'] }

const anApplication = async (owner: Person): Promise<string> =>
  (await app.run(oauth.createApp, owner.principal, application)).app.client_id

const allowingOf = (client_id: string): Record<string, unknown> => ({
  client_id,
  redirect_uri: 'https://app.test/callback',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  audience: 'rest',
  scopes: ['users:read'],
})

/** An operation with a principal, in the cast's organization. */
const inCast = (
  operation: Operation,
  facts: readonly string[],
  input: (cast: Cast) => Promise<Record<string, unknown>>,
  again?: Prepared['again'],
): Change => ({
  operation,
  facts,
  prepare: async (cast) => {
    const fields = await input(cast)
    return {
      organizationId: cast.organizationId,
      change: (on, by) => on.run(operation, by.principal, fields),
      ...(again ? { again } : {}),
    }
  },
})

const changes: readonly Change[] = [
  {
    operation: organizations.foundOrganization,
    facts: [],
    prepare: async ({ tag, organizationId, owner }) => ({
      organizationId,
      change: (on) =>
        on.runOpen(organizations.foundOrganization, {
          ...account,
          name: 'New',
          email: `new.${tag}@acme.test`,
          organization: 'New',
        }),
      refused: (on) =>
        on.runOpen(organizations.foundOrganization, {
          ...account,
          name: 'New',
          email: owner.email.toUpperCase(),
          organization: 'New',
        }),
      again: 'refused',
    }),
    elsewhere: ['organization.founded'],
  },
  {
    operation: organizations.changeOrganization,
    facts: ['organization.changed'],
    prepare: async ({ organization, organizationId }) => ({
      organizationId,
      change: (on) => on.runOpen(organizations.changeOrganization, { organization, plan: 'teams' }),
      refused: (on) => on.runOpen(organizations.changeOrganization, { organization, plan: 'gold' }),
      again: 'nothing',
    }),
  },
  {
    operation: organizations.brandOrganization,
    facts: ['organization.changed'],
    prepare: async ({ organization, organizationId }) => ({
      organizationId,
      change: (on) => on.runOpen(organizations.brandOrganization, { organization, color: '#0069ff' }),
      refused: (on) => on.runOpen(organizations.brandOrganization, { organization, color: 'blue' }),
      again: 'nothing',
    }),
  },
  inCast(
    organizations.setLogo,
    ['organization.changed'],
    async ({ organizationId }) => ({ uuid: organizationId, picture: png.toString('base64') }),
    'nothing',
  ),
  inCast(organizations.changeBranding, ['organization.changed'], async () => ({ color: '#7a3fc4' }), 'nothing'),
  inCast(
    organizations.changeMemberRights,
    ['organization.member_rights_changed'],
    async () => ({ change_hours: false }),
    'nothing',
  ),
  inCast(
    organizations.changeVisitorRules,
    ['organization.visitor_rules_changed'],
    async () => ({ bot_protection: 'on', blocked_addresses: ['@spam.test'] }),
    'nothing',
  ),
  inCast(organizations.noteOrganizationExport, ['organization.exported'], async () => ({})),
  inCast(
    organizations.addOrganizationMember,
    ['organization_membership.created'],
    async ({ tag }) => ({ ...account, name: 'New', email: `new.${tag}@acme.test` }),
    'refused',
  ),
  inCast(
    organizations.changeMemberRole,
    ['organization_membership.role_changed'],
    async ({ colleague }) => ({ uuid: colleague.membershipId, role: 'admin' }),
    'nothing',
  ),
  {
    operation: organizations.applyProviderRole,
    facts: ['organization_membership.role_changed'],
    prepare: async ({ colleague, organizationId }) => {
      const give = (on: TestApp, role: string) =>
        on.runOpen(organizations.applyProviderRole, { organization_id: organizationId, user_id: colleague.id, role })
      return {
        organizationId,
        change: (on) => give(on, 'admin'),
        refused: (on) => give(on, 'owner'),
        again: 'nothing',
      }
    },
  },
  inCast(
    organizations.handOverOwnership,
    ['organization_membership.ownership_handed_over'],
    async ({ admin }) => ({ uuid: admin.membershipId }),
    'refused',
  ),
  {
    ...inCast(
      organizations.removeOrganizationMember,
      ['organization_membership.removed'],
      async ({ owner }) => ({ uuid: (await aMember(app, owner)).membershipId }),
      'refused',
    ),
    elsewhere: ['organization.founded'],
  },
  inCast(
    organizations.createOrganizationInvitation,
    ['organization_invitation.created'],
    async ({ organization, tag }) => ({ organization, email: `new.${tag}@acme.test` }),
    'refused',
  ),
  inCast(organizations.resendOrganizationInvitation, ['organization_invitation.resent'], async ({ owner }) => ({
    uuid: (await anInvitation(app, owner)).id,
  })),
  inCast(
    organizations.revokeOrganizationInvitation,
    ['organization_invitation.revoked'],
    async ({ owner }) => ({ uuid: (await anInvitation(app, owner)).id }),
    'refused',
  ),
  {
    operation: organizations.acceptOrganizationInvitation,
    facts: ['organization_invitation.accepted'],
    prepare: async ({ owner, organizationId }) => {
      const { code, id } = await anInvitation(app, owner)
      await inGroup(app, owner, await aGroup(app, owner), { invitation: id })
      const acceptor = { ...account, name: 'New' }
      const accept = (on: TestApp, right: string) =>
        on.runOpen(organizations.acceptOrganizationInvitation, { code: right, acceptor })
      return {
        organizationId,
        change: (on) => accept(on, code),
        refused: (on) => accept(on, `${code}x`),
        again: 'refused',
      }
    },
  },
  {
    operation: organizations.acceptOrganizationInvitation,
    facts: ['organization_invitation.accepted'],
    elsewhere: ['organization_membership.left'],
    prepare: async ({ owner, organizationId }) => {
      const founder = await aFounder(app)
      const { code } = await anInvitation(app, owner, founder.email)
      const accept = (on: TestApp, who: string) =>
        on.runOpen(organizations.acceptOrganizationInvitation, { code, acceptor: { user_id: who } })
      return {
        organizationId,
        change: (on) => accept(on, founder.id),
        refused: (on) => accept(on, owner.id),
        again: 'refused',
      }
    },
  },
  {
    operation: organizations.declineOrganizationInvitation,
    facts: ['organization_invitation.declined'],
    prepare: async ({ owner, organizationId }) => {
      const { code } = await anInvitation(app, owner)
      const decline = (on: TestApp, right: string) =>
        on.runOpen(organizations.declineOrganizationInvitation, { code: right })
      return {
        organizationId,
        change: (on) => decline(on, code),
        refused: (on) => decline(on, `${code}x`),
        again: 'refused',
      }
    },
  },
  inCast(organizations.createGroup, ['group.created'], async () => ({ name: 'Sales' }), 'refused'),
  inCast(
    organizations.renameGroup,
    ['group.renamed'],
    async ({ owner }) => ({ uuid: (await aGroup(app, owner)).id, name: 'Sales' }),
    'nothing',
  ),
  inCast(
    organizations.deleteGroup,
    ['group.deleted'],
    async ({ owner, colleague }) => {
      const group = await aGroup(app, owner)
      await inGroup(app, owner, group, { membership: colleague.membershipUri })
      return { uuid: group.id }
    },
    'refused',
  ),
  inCast(
    organizations.addGroupMember,
    ['group_relationship.created'],
    async ({ owner, colleague }) => ({ group: (await aGroup(app, owner)).uri, membership: colleague.membershipUri }),
    'refused',
  ),
  inCast(
    organizations.removeGroupMember,
    ['group_relationship.deleted'],
    async ({ owner, colleague }) => ({
      uuid: (await inGroup(app, owner, await aGroup(app, owner), { membership: colleague.membershipUri })).id,
    }),
    'refused',
  ),
  inCast(organizations.createTeam, ['team.created'], async () => ({ name: 'Sales' }), 'refused'),
  inCast(
    organizations.renameTeam,
    ['team.renamed'],
    async ({ owner }) => ({ uuid: (await aTeam(app, owner)).id, name: 'Sales' }),
    'nothing',
  ),
  inCast(
    organizations.deleteTeam,
    ['team.deleted'],
    async ({ owner }) => ({ uuid: (await aTeam(app, owner)).id }),
    'refused',
  ),
  inCast(
    organizations.addTeamMember,
    ['team.member_added'],
    async ({ owner, colleague }) => ({ team: (await aTeam(app, owner)).uri, membership: colleague.membershipUri }),
    'refused',
  ),
  inCast(
    organizations.removeTeamMember,
    ['team.member_removed'],
    async ({ owner, colleague }) => {
      const fields = { team: (await aTeam(app, owner)).uri, membership: colleague.membershipUri }
      await app.run(organizations.addTeamMember, owner.principal, fields)
      return fields
    },
    'refused',
  ),
  {
    operation: oauth.createPersonalAccessToken,
    facts: ['token.created'],
    prepare: async ({ organizationId, owner }) => ({
      organizationId,
      change: (on, by) =>
        on.run(oauth.createPersonalAccessToken, by.principal, {
          name: 'test',
          scopes: ['users:read'],
          expires_in: 3600,
        }),
      refused: (on) => on.run(oauth.createPersonalAccessToken, owner.principal, { name: 'test', scopes: ['nonsense'] }),
    }),
  },
  inCast(
    oauth.revokePersonalAccessToken,
    ['token.revoked'],
    async ({ owner }) => {
      const made = await app.run(oauth.createPersonalAccessToken, owner.principal, { name: 'test', scopes: [] })
      return { uuid: made.token.uuid }
    },
    'refused',
  ),
  {
    operation: oauth.createApp,
    facts: ['oauth_app.created'],
    prepare: async ({ organizationId, owner }) => ({
      organizationId,
      change: (on, by) => on.run(oauth.createApp, by.principal, application),
      refused: (on) => on.run(oauth.createApp, owner.principal, { ...application, scopes: ['nonsense'] }),
    }),
  },
  inCast(oauth.updateApp, ['oauth_app.updated'], async ({ owner }) => ({
    client_id: await anApplication(owner),
    name: 'Renamed',
    redirect_uris: ['https://app.test/other'],
  })),
  inCast(oauth.rotateApp, ['oauth_app.rotated'], async ({ owner }) => ({ client_id: await anApplication(owner) })),
  inCast(
    oauth.deleteApp,
    ['oauth_app.deleted'],
    async ({ owner }) => ({ client_id: await anApplication(owner) }),
    'refused',
  ),
  {
    operation: oauth.allowApp,
    facts: ['oauth_grant.created'],
    prepare: async ({ organizationId, owner }) => {
      const allowing = allowingOf(await anApplication(owner))
      return {
        organizationId,
        change: (on, by) => on.run(oauth.allowApp, by.principal, allowing),
        refused: (on) =>
          on.run(oauth.allowApp, owner.principal, { ...allowing, redirect_uri: 'https://stranger.test/callback' }),
      }
    },
  },
  inCast(
    oauth.withdrawFromApp,
    ['oauth_grant.revoked'],
    async ({ owner }) => {
      const client_id = await anApplication(owner)
      await app.run(oauth.allowApp, owner.principal, allowingOf(client_id))
      return { client_id }
    },
    'refused',
  ),
]

/** Facts of these two rooms. Others, such as a refused sign-in, have tests of their own. */
const ownFacts = /^(organization(?!\.sign_in_refused)|group|team|token|oauth)/

const isChange = (value: unknown): value is Operation | OpenOperation =>
  ['write', 'open'].includes((value as { kind?: string } | null)?.kind ?? '')

/** All that could have changed: the rows of the organization, and how many rows there are in every table. */
const stateOf = async (organizationId: string) => ({
  rows: await inventoryOf(app, organizationId),
  counts: await rowCounts(app),
})

const factCount = ({ counts }: { counts: Record<string, number> }): number => counts.facts ?? 0

const withoutFacts = ({ rows, counts }: Awaited<ReturnType<typeof stateOf>>) => ({
  rows: rows.filter((row) => !row.startsWith('facts ')),
  counts: { ...counts, facts: 0 },
})

describe('a change and its fact', () => {
  test('every operation that changes something is here, and every name of a fact', () => {
    const offered = ([...Object.values(organizations), ...Object.values(oauth)] as unknown[]).filter(isChange)
    assert.ok(offered.length > 20)
    assert.deepEqual(new Set(changes.map(({ operation }) => operation.name)), new Set(offered.map(({ name }) => name)))
    assert.deepEqual(
      new Set(changes.flatMap(({ facts, elsewhere = [] }) => [...facts, ...elsewhere])),
      new Set(factNames.filter((name) => ownFacts.test(name))),
    )
  })

  for (const { operation, facts, elsewhere = [], prepare } of changes) {
    const name = `${operation.name}${elsewhere.length > 0 ? `, with ${elsewhere} elsewhere` : ''}`

    test(`${name}: records exactly one fact, in the transaction of the change`, async () => {
      const cast = await aCast(app)
      const { organizationId, change, refused, again } = await prepare(cast)

      const before = await stateOf(organizationId)
      await assert.rejects(refused ? refused(app) : change(app, cast.colleague), { name: 'Problem' })
      assert.deepEqual(await stateOf(organizationId), before, 'a refusal changed something')

      for (const place of ['at the fact', 'at the end'] as const) {
        failing.at = place
        await assert.rejects(change(faulty, cast.owner), { message: 'The plug was pulled.' })
        assert.deepEqual(await stateOf(organizationId), before, `something was left behind by a failure ${place}`)
      }

      app.clock.advance(1_000)
      const factsBefore = await factsOf(app, organizationId)
      await change(app, cast.owner)
      const after = await stateOf(organizationId)
      assert.deepEqual(added(factsBefore, await factsOf(app, organizationId)), facts)
      assert.equal(factCount(after) - factCount(before), facts.length + elsewhere.length)
      // An export changes nothing, and is noted all the same.
      if (operation !== organizations.noteOrganizationExport)
        assert.notDeepEqual(withoutFacts(after), withoutFacts(before), 'a fact without a change')

      app.clock.advance(1_000)
      if (again === 'refused') await assert.rejects(change(app, cast.owner), { name: 'Problem' })
      if (again === 'nothing') await change(app, cast.owner)
      if (again) assert.deepEqual(await stateOf(organizationId), after, 'the second time something changed')
    })
  }

  test('it names its actor: the member, or the system for the operator', async () => {
    const { owner, admin, organization, organizationId, tag } = await aCast(app)
    const made = await app.ask(`POST ${organization}/invitations`, {
      token: admin.token,
      body: { email: `invited.${tag}@new.test` },
    })
    await anInvitation(app, owner)
    const facts = await app.context.database.reader
      .selectFrom('facts')
      .select(['actor_type', 'actor_id', 'subject', 'occurred_at'])
      .where('organization_id', '=', organizationId)
      .where('name', '=', 'organization_invitation.created')
      .execute()
    const byMember = facts.find(({ actor_type }) => actor_type === 'user')
    assert.equal(facts.length, 2)
    assert.equal(byMember?.actor_id, admin.membershipId)
    assert.deepEqual(byMember?.occurred_at, app.clock.now())
    assert.deepEqual(JSON.parse(byMember?.subject ?? ''), made.body.resource)
    assert.equal(facts.find(({ actor_type }) => actor_type === 'system')?.actor_id, null)
    assert.ok(lastPart(made.body.resource.uri))
  })
})
