import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Persons } from './persons.ts'

const persons = new Persons(Buffer.alloc(32, 1))

test('a person is known by their address whatever its letters are like, in one organization only', () => {
  const known = persons.of('organization', 'invitee@client.test')
  assert.deepEqual(persons.of('organization', ' Invitee@Client.test '), known)
  assert.notDeepEqual(persons.of('another organization', 'invitee@client.test'), known)
  assert.notDeepEqual(persons.of('organization', 'someone@client.test'), known)
})

test('without the key a person cannot be identified', () => {
  assert.notDeepEqual(
    new Persons(Buffer.alloc(32, 2)).of('organization', 'invitee@client.test'),
    persons.of('organization', 'invitee@client.test'),
  )
})

test('a watcher is given every person that is asked for', () => {
  const heard: Buffer[] = []
  const person = persons.watched((one) => void heard.push(one)).of('organization', 'invitee@client.test')
  assert.deepEqual(heard, [person])
  assert.deepEqual(person, persons.of('organization', 'invitee@client.test'))
})
