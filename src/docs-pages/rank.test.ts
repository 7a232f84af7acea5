import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rank, type SearchEntry } from '../../web/docs/rank.ts'

const index: readonly SearchEntry[] = [
  ['Webhooks', 'Guide', '/webhooks', 'Receive Check Python Retries'],
  ['Receive a message', 'Webhooks', '/webhooks#receive', 'The payload is signed: compare its signature with your own.'],
  ['The same check in Python', 'Webhooks', '/webhooks#python', 'Compute the signature over the bytes.'],
  ['Create a webhook subscription', 'POST /webhook_subscriptions', '/create', 'Every payload is signed.'],
  ['List webhook subscriptions', 'GET /webhook_subscriptions', '/list', 'With filters.'],
]
const pathsFor = (wanted: string): readonly string[] => rank(index, wanted).map(([, , path]) => path)

describe('the search of the documentation', () => {
  test('finds what has some of the words where nothing has all of them: first what has the most, and the rarest', () => {
    assert.deepEqual(pathsFor('payload signature python').slice(0, 2).sort(), ['/webhooks#python', '/webhooks#receive'])
    assert.equal(pathsFor('webhook unheard-of list')[0], '/list')
    assert.deepEqual(pathsFor('unheard-of'), [])
    assert.deepEqual(pathsFor(' '), [])
  })

  test('puts what has all of the words before what has one of them in its title', () => {
    assert.equal(pathsFor('signature python')[0], '/webhooks#python')
    assert.equal(pathsFor('receive signature')[0], '/webhooks#receive')
    assert.equal(pathsFor('webhooks')[0], '/webhooks')
  })

  test('finds what was mistyped by one letter, or two that changed places', () => {
    assert.equal(pathsFor('recieve signature')[0], '/webhooks#receive')
    assert.equal(pathsFor('subscrption list')[0], '/list')
    assert.equal(pathsFor('pythom')[0], '/webhooks#python')
    assert.equal(pathsFor('webhhook creat')[0], '/create')
    assert.deepEqual(pathsFor('pythonic-things'), [])
  })
})
