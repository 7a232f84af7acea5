// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createSchedulingLink, linkCodeHash } from '#event-types/index.ts'
import { findOwnersOfTypes, findTakenLinks } from '#imports/store/event-types.ts'
import { testApp } from '../../support/app.ts'
import { codeIn } from '../../support/booking-links.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'

test('a private link keeps its code unless another link here has it; owners are found within the organization only', async () => {
  const app = await testApp()
  const { colleague, outsider, organizationId } = await aCast(app)
  const type = await anEventType(app, colleague, { active: true })
  const { reader } = app.context.database
  const { booking_url } = await app.run(createSchedulingLink, colleague.principal, {
    max_event_count: 1,
    owner: type.uri,
    owner_type: 'EventType',
  })
  const [taken, free] = [randomUUID(), randomUUID()]
  const wanted = [
    { id: taken, codeHash: linkCodeHash(codeIn(booking_url)) },
    { id: free, codeHash: linkCodeHash('nobody-has-this') },
  ]
  assert.deepEqual([...(await findTakenLinks(reader, wanted))], [taken])
  assert.deepEqual(
    [...(await findOwnersOfTypes(reader, organizationId, [type.id]))],
    [[type.id, colleague.membershipId]],
  )
  assert.equal((await findOwnersOfTypes(reader, outsider.principal.organizationId, [type.id])).size, 0)
})
