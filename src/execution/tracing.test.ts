import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Span, type Tracer, trace } from '@opentelemetry/api'
import { traced } from './tracing.ts'

describe('spans', () => {
  const seen: string[] = []
  const spanOf = (name: string): Span =>
    ({
      setStatus: ({ code }: { code: number }) => void seen.push(`${name}: ${code}`),
      end: () => void seen.push(`${name} ended`),
    }) as unknown as Span
  const tracer = {
    startActiveSpan: (name: string, { attributes }: { attributes: object }, work: (span: Span) => unknown) => {
      seen.push(`${name} ${JSON.stringify(attributes)}`)
      return work(spanOf(name))
    },
  } as unknown as Tracer

  before(() => void trace.setGlobalTracerProvider({ getTracer: () => tracer }))
  after(() => trace.disable())

  test('are given to the SDK that the operator has loaded, with what went wrong and no word about whom it concerned', async () => {
    assert.equal(await traced('create_booking', { face: 'http' }, async () => 'booked'), 'booked')
    await assert.rejects(traced('create_booking', {}, async () => Promise.reject(new Error('private'))))
    assert.deepEqual(seen, [
      'create_booking {"face":"http"}',
      'create_booking ended',
      'create_booking {}',
      'create_booking: 2',
      'create_booking ended',
    ])
  })
})
