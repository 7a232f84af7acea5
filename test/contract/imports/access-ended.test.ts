// seconds: 6
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { advance } from '#imports/jobs/advance.ts'
import { deleteApp, withdrawFromApp } from '#oauth/index.ts'
import { changeMemberRole, removeOrganizationMember } from '#organizations/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { anApplication, tokensOf } from '../../support/application.ts'
import { aMembership, type CalendlyStandIn, calendlyStandIn } from '../../support/calendly-stand-in.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { importFrom } from '../../support/importing.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { database } = app.context

interface Scene {
  readonly owner: Person
  readonly admin: Person
  readonly source: CalendlyStandIn
}

/** A source whose next members are an admin that whoever started the import has thought of. */
const inScene = async (work: (scene: Scene) => Promise<void>): Promise<void> => {
  const source = await calendlyStandIn()
  source.content.memberships.push(aMembership(`back-door-${randomUUID().slice(0, 8)}`, { role: 'admin' }))
  const owner = await aFounder(app)
  try {
    await work({ owner, admin: await aMember(app, owner, { role: 'admin' }), source })
  } finally {
    await source.close()
  }
}

const begin = async ({ source }: Scene, token: string): Promise<string> => {
  const body = { kind: 'calendly', url: source.address, token: source.token }
  const started = await app.ask('POST /imports', { token, body })
  assert.equal(started.status, 202, started.text)
  return lastPart(started.body.resource.uri)
}

const membersOf = async ({ principal: { organizationId } }: Person): Promise<number> =>
  (
    await database.reader
      .selectFrom('organization_memberships')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('ended_at', 'is', null)
      .execute()
  ).length

/** Brings nothing more, asks for nothing more, and says why; an admin goes on with it. */
const assertEnded = async ({ owner, source }: Scene, id: string): Promise<void> => {
  const [members, requests] = [await membersOf(owner), source.requests.length]
  assert.equal((await advance(app.context, id, 1_000)).kind, 'over')
  assert.equal(source.requests.length, requests, 'nothing is asked for')
  assert.equal(await membersOf(owner), members)
  const report = resourceOf(await app.ask(`GET /imports/${id}`, { token: owner.token }))
  assert.deepEqual(
    [report.state, /^The person who started this import is no longer an admin/.test(report.fault)],
    ['failed', true],
    report.fault,
  )
  const { token } = await database.reader
    .selectFrom('imports')
    .select('token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(token, null)
  app.clock.advance(60_000)
  assert.equal((await importFrom(app, owner, source)).state, 'finished')
}

describe('an import ends with the access of', () => {
  test('an admin who was removed', () =>
    inScene(async (scene) => {
      const id = await begin(scene, scene.admin.token)
      await app.run(removeOrganizationMember, scene.owner.principal, { uuid: scene.admin.membershipId })
      await assertEnded(scene, id)
    }))

  test('somebody who is no admin any more', () =>
    inScene(async (scene) => {
      const id = await begin(scene, scene.admin.token)
      await app.run(changeMemberRole, scene.owner.principal, { uuid: scene.admin.membershipId, role: 'user' })
      await assertEnded(scene, id)
    }))

  test('an application that was withdrawn from', () =>
    inScene(async (scene) => {
      const application = await anApplication(app, await aFounder(app))
      const tokens = await tokensOf(app, scene.owner, application)
      const id = await begin(scene, tokens.access_token)
      await app.run(withdrawFromApp, scene.owner.principal, { client_id: application.clientId })
      await assertEnded(scene, id)
    }))

  test('an application that was deleted', () =>
    inScene(async (scene) => {
      const developer = await aFounder(app)
      const application = await anApplication(app, developer)
      const tokens = await tokensOf(app, scene.owner, application)
      const id = await begin(scene, tokens.access_token)
      await app.run(deleteApp, developer.principal, { client_id: application.clientId })
      await assertEnded(scene, id)
    }))
})

test('what was read before an admin was removed is not saved after it', () =>
  inScene(async (scene) => {
    const { owner, admin, source } = scene
    const id = await begin(scene, admin.token)
    const members = await membersOf(owner)
    let removed: Promise<unknown> | undefined
    const own = source.instead
    source.instead = (path, query) => {
      if (path === '/organization_memberships')
        removed ??= app.run(removeOrganizationMember, owner.principal, { uuid: admin.membershipId })
      return own(path, query)
    }
    // The portion that is being read is saved only once the removal is committed.
    const written = database.write.bind(database)
    const slowly = { ...app.context, database: Object.create(database, { write: { value: afterRemoval } }) }
    async function afterRemoval(...given: Parameters<typeof written>) {
      await removed
      return written(...given)
    }
    assert.equal((await advance(slowly, id, 1_000)).kind, 'over')
    assert.notEqual(removed, undefined)
    assert.equal(await membersOf(owner), members - 1)
    const report = resourceOf(await app.ask(`GET /imports/${id}`, { token: owner.token }))
    assert.match(report.fault, /^The person who started this import is no longer an admin/)
  }))
