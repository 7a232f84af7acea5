import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detailBody, Problem } from '#contract/problem.ts'
import type { Route } from '#execution/route-table.ts'
import { rawInputOf, withoutNulls } from './arguments.ts'
import type { AddressTool } from './tool.ts'

const id = '5c6f0a3e-0d60-4b6e-9a3c-0f6a3f0f2a11'
const route = { path: { uuid: 'id' } } as unknown as Route
const tool = {
  name: 'meetings-cancel_event',
  takes: {
    scheduled_event: { at: 'path', part: 'uuid', of: ['scheduled_events'], description: '' },
    count: { at: 'query' },
    user: { at: 'query', isRequired: true },
    cancellation: { at: 'body', description: '', isOptional: true, orText: 'reason' },
  },
} as unknown as AddressTool
const uri = `https://api.test/scheduled_events/${id}`

const refusedFor = (sent: Record<string, unknown>) => {
  try {
    rawInputOf(tool, route, sent)
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.details.map(detailBody).map(({ parameter, message }) => `${parameter} ${message}`)
  }
  return assert.fail('the arguments were accepted')
}

describe('the arguments of a tool become a request', () => {
  test('a URI fills its part of the path, fields of the query stay, and the body is an object', () => {
    assert.deepEqual(rawInputOf(tool, route, { scheduled_event: uri, user: 'me', cancellation: { reason: 'ill' } }), {
      path: { id },
      query: { user: 'me' },
      body: { reason: 'ill' },
    })
  })

  test('null counts as left out, because models fill in every field', () => {
    assert.deepEqual(rawInputOf(tool, route, { scheduled_event: uri, user: 'me', count: null, cancellation: null }), {
      path: { id },
      query: { user: 'me' },
      body: {},
    })
    assert.deepEqual(withoutNulls({ a: null, b: false, c: 0 }), { b: false, c: 0 })
  })

  test('a body may be sent as JSON, and one that holds a text alone as that text', () => {
    const bodyOf = (cancellation: string) =>
      rawInputOf(tool, route, { scheduled_event: uri, user: 'me', cancellation }).body
    assert.deepEqual(bodyOf(' {"reason": "ill"}'), { reason: 'ill' })
    assert.deepEqual(bodyOf('I am ill'), { reason: 'I am ill' })
    assert.deepEqual(bodyOf('{ill'), { reason: '{ill' })
  })

  test('a missing argument is refused by name, in the path as in the query', () => {
    assert.deepEqual(refusedFor({ user: 'me' }), ['scheduled_event is missing'])
    assert.deepEqual(refusedFor({ scheduled_event: uri }), ['user is missing'])
  })

  test('a URI of another collection is refused, and so is a body that is a list', () => {
    assert.deepEqual(refusedFor({ scheduled_event: `https://api.test/users/${id}`, user: 'me' }), [
      'scheduled_event must be a URI that ends with /scheduled_events/{uuid}',
    ])
    assert.deepEqual(refusedFor({ scheduled_event: uri, user: 'me', cancellation: ['ill'] }), [
      'cancellation must be an object',
    ])
  })

  test('an unknown argument is refused instead of ignored, and the known ones are named', () => {
    assert.deepEqual(refusedFor({ scheduled_event: uri, user: 'me', usr: 'x', toString: 'y' }), [
      'usr is not an argument of meetings-cancel_event. It takes: scheduled_event, count, user, cancellation',
      'toString is not an argument of meetings-cancel_event. It takes: scheduled_event, count, user, cancellation',
    ])
  })
})
