// seconds: 12
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { consolePages } from '#console/serve-console.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aMember, lastPart } from '../../support/cast.ts'
import { inventoryOf } from '../../support/inventory.ts'
import { type Scene, setScene } from '../../support/matrix-scene.ts'
import { signedInAs, type Visitor } from '../../support/visitor.ts'
import type { Ids } from '../authorization-matrix.ts'

// Every page and every form of the console, by those who are signed in and have the right token: what is refused is
// refused for who they are.

const addressesOf = (method: string): readonly string[] =>
  Object.keys(consolePages)
    .filter((address) => address.startsWith(`${method} `))
    .map((address) => address.slice(method.length + 1))

/** What is in the place of a parameter. */
const idIn = (path: string, name: string, ids: Ids, app: string): string => {
  const at = (start: string): boolean => path.startsWith(start)
  if (name === 'schedule') return ids.schedule
  if (name === 'link') return ids.share
  if (name === 'guest' || name === 'who') return ids.invitee
  if (name === 'type') return ids.eventType
  if (name === 'start') return '2026-03-06T09:00:00Z'
  if (name === 'month') return '2026-03'
  if (name === 'question') return 'Company size'
  if (name === 'at') return '0'
  if (at('/app/types')) return ids.eventType
  if (at('/app/forms')) return ids.form
  if (at('/app/meetings/waiting')) return ids.waitingListEntry
  if (at('/app/meetings')) return ids.event
  if (at('/app/organization/groups')) return ids.group
  if (at('/app/organization/teams')) return ids.team
  if (at('/app/organization/invitations')) return ids.invitation
  if (at('/app/organization/members')) return ids.membership
  if (at('/app/organization/imports')) return ids.import
  if (at('/app/developers/webhooks')) return ids.hook
  if (at('/app/developers/apps')) return app
  if (at('/app/messages')) return rule
  if (at('/app/integrations/connections')) return ids.connection
  if (at('/app/integrations/:id')) return ids.calendar
  return '0b1f6f0e-4f3a-4f5e-9d0a-6f1f8f6b7c11'
}

/** Enough for a form to be taken from somebody who may send it. */
const fieldsFor = (path: string, ids: Ids): Record<string, string> => {
  const last = lastPart(path)
  if (/organization\/(?:groups|teams)\/:id\/members/.test(path))
    return { person: path.endsWith('groups/:id/members/remove') ? ids.relationship : ids.membership, role: 'user' }
  if (path === '/app/types/:id') return { fields: 'name', name: 'Renamed' }
  if (path.startsWith('/app/types/')) {
    const parts: Record<string, Record<string, string>> = {
      switch: { active: 'false' },
      locations: { kind: 'physical', text: 'Rua Nova 1' },
      questions: { name: 'Size?', type: 'string' },
      permissions: { user: `/users/${ids.user}`, act: 'add' },
      copies: { user: `/users/${ids.user}`, act: 'add' },
      links: { name: 'Shared', duration: '30' },
    }
    return parts[last] ?? { active: 'false', name: 'Renamed' }
  }
  if (path.startsWith('/app/availability/'))
    return {
      name: 'Renamed',
      timezone: 'Asia/Tokyo',
      start: '2026-05-01',
      end: '2026-05-02',
      date: '2026-05-03',
      kind: 'off',
      'monday-shown': 'yes',
    }
  return {
    ...{
      name: 'Renamed',
      status: 'draft',
      role: 'admin',
      user: `/users/${ids.user}`,
      member: ids.membership,
      email: 'new.one@client.test',
      emails: 'erased@client.test',
    },
    ...{
      notes: 'Read',
      reason: 'Taken',
      absent: 'false',
      to: 'message',
      message: 'Gone',
      type: 'text',
      create_event_types: 'false',
    },
    ...{
      first: '2025-01-01',
      last: '2025-01-02',
      checks_conflicts: 'true',
      redirect_uris: 'https://app.client.test/back',
      take_back: 'false',
      password: 'of the calendar',
      url: 'https://hooks.client.test/new',
      start_time: '2026-03-06T09:00:00Z',
    },
  }
}

let app: TestApp
let scene: Scene
let registered = ''
let rule = ''

before(async () => {
  app = await testApp()
  scene = await setScene(app)
  const owner = await signedInAs(app, scene.owner)
  const made = await owner.submit(
    '/app/developers/apps',
    { name: 'Reporting', redirect_uris: 'https://app.client.test/back', scope: 'users:read' },
    { page: '/app/developers/apps' },
  )
  registered = /data-copy="([^"]+)"/.exec(made.text)?.[1] ?? ''
  assert.notEqual(registered, '')
  rule = await aRuleOf(scene)
})

const filled = (path: string, ids: Ids): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(idIn(path, name, ids, registered)))

const tokenOf = async (visitor: Visitor): Promise<string> => (await visitor.get('/account')).fields.form_token ?? ''

const sendAll = async (visitor: Visitor, paths: readonly string[], ids: Ids): Promise<ReadonlyMap<string, number>> => {
  const form_token = await tokenOf(visitor)
  const answers = new Map<string, number>()
  for (const path of paths)
    answers.set(path, (await visitor.post(filled(path, ids), { form_token, ...fieldsFor(path, ids) })).status)
  return answers
}

/** Of something that has an id; a kind of calendar and the code of a link are none. */
const isOfSomething = (path: string): boolean => /:/.test(path) && !/:kind|:code/.test(path)

/** Of the organization as a whole, without an id. Its rules may be read by all. */
const isOfAll = (path: string): boolean =>
  /^\/app\/(?:organization|forms)/.test(path) && path !== '/app/organization/rules'

const refused = [403, 404]

/** A message of a scene: of the event type of another member. */
const aRuleOf = async ({ owner, about }: Scene): Promise<string> => {
  const texts = { en: { subject: 'Soon', body: 'See you soon' } }
  const { body } = await app.ask('POST /message_rules', {
    token: owner.token,
    body: { trigger: 'booked', audience: 'invitee', texts, event_types: [about['user on another'].eventType] },
  })
  return lastPart(body.resource.uri)
}

describe('the console, by who asks', () => {
  test('outsiders, former members, members and admins of another group change nothing of others, by any form; the owner does with the same ones', async () => {
    const { owner, outsider, user, people, about } = scene
    const removed = await aMember(app, owner)
    const former = await signedInAs(app, removed)
    await app.run(removeOrganizationMember, owner.principal, { uuid: removed.membershipId })
    const others = about['user on another']
    const groupAdmin = await signedInAs(app, people['group admin on another'] ?? assert.fail())
    const posts = addressesOf('POST')
    const strangers = [
      ['outsider', await signedInAs(app, outsider), others, false],
      ['former member', former, others, false],
      ['member', await signedInAs(app, user), others, true],
      ['admin of another group', groupAdmin, about['group admin on another'], true],
    ] as const
    const before = await inventoryOf(app, owner.principal.organizationId)
    for (const [name, visitor, ids, isInside] of strangers) {
      const tried = posts.filter(
        (path) => isOfSomething(path) || (isInside && (isOfAll(path) || path === '/app/organization/rules')),
      )
      const taken = [...(await sendAll(visitor, tried, ids))].filter(([, status]) => !refused.includes(status))
      assert.deepEqual(taken, [], name)
    }
    assert.deepEqual(await inventoryOf(app, owner.principal.organizationId), before)
    // What ends something comes last.
    const ends = (path: string): number => Number(/delete|remove|revoke|hand-over|cancel|disconnect/.test(path))
    const ordered = posts.filter(isOfSomething).sort((one, other) => ends(one) - ends(other))
    const answers = await sendAll(await signedInAs(app, owner), ordered, others)
    const done = [...answers].filter(([, status]) => status < 400)
    assert.ok(done.length > 40, `the owner did only ${done.length} of ${answers.size}`)
  })

  test('what each role sees: nothing of another organization or of the one that was left, and of the own organization what their role is for', async () => {
    const fresh = await setScene(app)
    rule = await aRuleOf(fresh)
    const { owner, outsider, user, people, about } = fresh
    const removed = await aMember(app, owner)
    const former = await signedInAs(app, removed)
    await app.run(removeOrganizationMember, owner.principal, { uuid: removed.membershipId })
    // A stream does not end, and what was changed in a calendar is in no scene.
    const pages = addressesOf('GET').filter(
      (path) =>
        path !== '/app/meetings/changes' && !/^\/app\/(integrations|calendars)\/c/.test(path) && !/:code/.test(path),
    )
    const seen = async (visitor: Visitor, ids: Ids, paths: readonly string[]): Promise<string[]> => {
      const shown: string[] = []
      for (const path of paths) if (!refused.includes((await visitor.get(filled(path, ids))).status)) shown.push(path)
      return shown
    }
    const others = about['user on another']
    assert.deepEqual(
      await seen(await signedInAs(app, outsider), others, pages.filter(isOfSomething)),
      [],
      'an outsider',
    )
    assert.deepEqual(await seen(former, others, pages.filter(isOfSomething)), [], 'a former member')
    const ofAll = pages.filter(isOfAll)
    assert.ok(ofAll.length > 9)
    const groupAdmin = people['group admin on another'] ?? assert.fail()
    for (const member of [user, groupAdmin])
      assert.deepEqual(await seen(await signedInAs(app, member), others, ofAll), [], 'a member')
    for (const manager of [people.admin ?? assert.fail(), owner]) {
      assert.deepEqual(await seen(await signedInAs(app, manager), others, pages), pages, 'an admin, and the owner')
    }
  })
})
