// on: embedded
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Span, type Tracer, trace } from '@opentelemetry/api'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()

describe('spans', () => {
  const seen: { readonly name: string; readonly attributes: object }[] = []
  const tracer = {
    startActiveSpan: (name: string, { attributes }: { attributes: object }, work: (span: Span) => unknown) => {
      seen.push({ name, attributes })
      return work({ setStatus: () => {}, end: () => {} } as unknown as Span)
    },
  } as unknown as Tracer

  // As an SDK does that the operator has loaded.
  before(() => void trace.setGlobalTracerProvider({ getTracer: () => tracer }))
  after(() => trace.disable())

  test('are made of every operation, with its organization and nothing else, and of every job', async () => {
    const person = await aFounder(app)
    const receiver = await aReceiver()
    await aSubscription(app, person, receiver.url, { events: ['event_type.created'] })
    seen.length = 0
    await app.ask('GET /users/me', { token: person.token })
    assert.deepEqual(seen, [
      { name: 'get_current_user', attributes: { 'openslot.organization': person.principal.organizationId } },
    ])
    await anEventType(app, person)
    await app.work()
    assert.equal(receiver.received.length, 1)
    assert.deepEqual(
      seen.find(({ name }) => name.startsWith('job')),
      { name: 'job webhook_delivery', attributes: {} },
    )
  })
})
