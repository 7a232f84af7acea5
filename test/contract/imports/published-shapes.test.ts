// seconds: 3
// on: embedded
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { detailBody, type Problem } from '#contract/problem.ts'
import { previewImport } from '#imports/operations/preview-import.ts'
import { testApp } from '../../support/app.ts'
import { type CalendlyStandIn, calendlyStandIn } from '../../support/calendly-stand-in.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import { importFrom } from '../../support/importing.ts'
import { assertInvariants } from '../../support/invariants.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

describe('importing from an API that has what the published description promises, and nothing else', () => {
  let source: CalendlyStandIn
  let person: Person
  let report: Json

  before(async () => {
    source = await calendlyStandIn()
    person = await aFounder(app)
    report = await importFrom(app, person, source)
  })
  after(() => source.close())

  test('the import finishes, and everything is there', async () => {
    assert.equal(report.state, 'finished', JSON.stringify(report))
    const created = Object.fromEntries(report.counts.map((one: Json) => [one.kind, one.created]))
    assert.deepEqual(created, {
      ...{
        organizations: 1,
        users: 2,
        organization_memberships: 2,
        user_availability_schedules: 2,
        event_types: 2,
        event_type_memberships: 2,
      },
      ...{ scheduled_events: 2, invitees: 2 },
    })
    await assertInvariants(app.context.database, person.principal.organizationId)
  })

  test('the hours of a host are those of the schedule that the type names', async () => {
    const { rows } = await app.context.database.reader
      .selectFrom('event_type_hosts')
      .select(['schedule_id', 'rules'])
      .where('organization_id', '=', person.principal.organizationId)
      .execute()
      .then((found) => ({ rows: found }))
    assert.deepEqual(rows, Array(2).fill({ schedule_id: null, rules: null }), 'the default schedule')
  })

  test('a preview reads the first of each list with the same readers, so that it says what an import could not read', async () => {
    const body = { kind: 'calendly' as const, url: source.address, token: source.token }
    const seen = await app.run(previewImport, person.principal, body)
    assert.deepEqual(seen.counts, { members: 2, groups: 0, event_types: 2, routing_forms: 0, scheduled_events: 2 })
    const types = (...items: object[]) => {
      source.instead = (path) =>
        path === '/event_types'
          ? { status: 200, body: JSON.stringify({ collection: items, pagination: {} }) }
          : undefined
    }
    types({ uri: 'https://api.calendly.com/event_types/x' }, source.content.eventTypes[1])
    const { remarks } = await app.run(previewImport, person.principal, body)
    assert.match(
      remarks.join(),
      /A record of \/event_types \(x\) couldn’t be read and wasn’t imported: active is missing\./,
    )
    types({ uri: 'x' }, { uri: 'y' })
    await assert.rejects(app.run(previewImport, person.principal, body), (fault: Problem) =>
      /The response of \/event_types has an unknown format \(collection\.0\.active/.test(
        fault.details.map(detailBody)[0]?.message ?? '',
      ),
    )
    source.instead = () => undefined
  })
})
