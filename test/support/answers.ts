import assert from 'node:assert/strict'
import type { Answer } from './app.ts'

// The bodies of refusals, as the contract has them.

export const notFound = { title: 'Resource Not Found', message: 'The server could not find the requested resource.' }

export const unauthenticated = (message = 'The access token is invalid'): object => ({
  title: 'Unauthenticated',
  message,
})

export const denied = (message = 'You do not have permission to access this resource.'): object => ({
  title: 'Permission Denied',
  message,
})

export const insufficientScope = (...required: readonly string[]): object => ({
  title: 'Insufficient scope',
  message: "This operation requires the scopes listed in the 'required_scopes' array.",
  required_scopes: required,
})

export const invalidArgument = (...details: readonly (readonly [parameter: string, message: string])[]): object => ({
  title: 'Invalid Argument',
  message: 'The supplied parameters are invalid.',
  details: details.map(([parameter, message]) => ({ parameter, message })),
})

/** Status and body at once, so that a wrong status shows what was said. */
export const assertAnswer = ({ status, body }: Answer, expectedStatus: number, expectedBody?: unknown): void =>
  assert.deepEqual({ status, body }, { status: expectedStatus, body: expectedBody })

export const assertStatus = ({ status, body }: Answer, expected: number): void =>
  assert.equal(status, expected, `${status} ${JSON.stringify(body)}`)

/** Nothing tells the two apart: neither status nor body. */
export const assertAlike = (one: Answer, other: Answer): void =>
  assert.deepEqual({ status: one.status, text: one.text }, { status: other.status, text: other.text })

/** The resource of a 200 or 201. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
export const resourceOf = (answer: Answer): any => {
  assert.ok(answer.status === 200 || answer.status === 201, `${answer.status} ${JSON.stringify(answer.body)}`)
  assert.deepEqual(Object.keys(answer.body), ['resource'])
  return answer.body.resource
}

/** The items of a list, after a look at its envelope. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
export const collectionOf = (answer: Answer): any[] => {
  assertStatus(answer, 200)
  assert.deepEqual(Object.keys(answer.body), ['collection', 'pagination'])
  assert.deepEqual(Object.keys(answer.body.pagination), [
    'count',
    'next_page',
    'previous_page',
    'next_page_token',
    'previous_page_token',
  ])
  assert.equal(answer.body.pagination.count, answer.body.collection.length)
  return answer.body.collection
}

/** One page that is the only one. */
export const onlyPage = (count: number): object => ({
  count,
  next_page: null,
  previous_page: null,
  next_page_token: null,
  previous_page_token: null,
})

export const urisOf = (items: readonly { readonly uri: string }[]): string[] => items.map(({ uri }) => uri)

export const sixDigits = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/
