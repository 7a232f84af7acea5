import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createOneOffEventType, createSchedulingLink, createShare } from '#event-types/index.ts'
import type { Operation } from '#execution/operation.ts'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { type Failing, faultyDatabase } from '../../support/faulty-database.ts'
import { inventoryOf } from '../../support/inventory.ts'

const app = await testApp()
const failing: { at: Failing } = { at: 'nowhere' }
const faulty = await testApp({ through: faultyDatabase(failing) })
const { owner, organizationId } = await aCast(app)
const introCall = await anEventType(app, owner, { active: true })

const date_setting = { type: 'days_in_future', days: 10, only_weekdays: false }
const changes: readonly (readonly [operation: Operation, input: Record<string, unknown>])[] = [
  [createSchedulingLink, { max_event_count: 1, owner: introCall.uri, owner_type: 'EventType' }],
  [createShare, { event_type: introCall.uri }],
  [createOneOffEventType, { name: 'Panel interview', host: owner.uri, duration: 45, date_setting }],
]

describe('a link and its fact', () => {
  for (const [operation, input] of changes)
    test(`${operation.name}: both, or neither`, async () => {
      const before = await inventoryOf(app, organizationId)
      for (const place of ['at the fact', 'at the end'] as const) {
        failing.at = place
        await assert.rejects(faulty.run(operation, owner.principal, input), { message: 'The plug was pulled.' })
        assert.deepEqual(
          await inventoryOf(app, organizationId),
          before,
          `something was left behind by a failure ${place}`,
        )
      }
      await app.run(operation, owner.principal, input)
      assert.notDeepEqual(await inventoryOf(app, organizationId), before)
    })
})
