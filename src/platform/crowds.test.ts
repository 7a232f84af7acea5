import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Crowds } from './crowds.ts'
import { DatabaseAway } from './db/faults.ts'

/** Work that goes on until it is told to end. */
const held = () => {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { work: () => ended, end }
}

test('three at a time want the same thing, in the order in which they came; others are not held up', async () => {
  const crowds = new Crowds()
  const began: number[] = []
  const works = Array.from({ length: 7 }, held)
  const all = works.map(({ work }, place) =>
    crowds.few('one', () => {
      began.push(place)
      return work()
    }),
  )
  await pause(1)
  assert.deepEqual(began, [0, 1, 2])
  assert.equal(await crowds.few('another', async () => 'served'), 'served')
  works[1]?.end()
  await pause(1)
  assert.deepEqual(began, [0, 1, 2, 3])
  for (const { end } of works) end()
  await Promise.all(all)
  assert.deepEqual(began, [0, 1, 2, 3, 4, 5, 6])
})

test('what fails makes room too', async () => {
  const crowds = new Crowds()
  const failing = Array.from({ length: 10 }, () => crowds.few('one', () => Promise.reject(new Error('failed'))))
  assert.deepEqual(new Set((await Promise.allSettled(failing)).map(({ status }) => status)), new Set(['rejected']))
  assert.equal(await crowds.few('one', async () => 'served'), 'served')
})

test('nobody waits for ever, and who has given up takes no place', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const crowds = new Crowds()
  const works = Array.from({ length: 3 }, held)
  const inside = works.map(({ work }) => crowds.few('one', work))
  const waiting = crowds.few('one', async () => 'too late')
  t.mock.timers.tick(2_000)
  await assert.rejects(waiting, DatabaseAway)
  for (const { end } of works) end()
  await Promise.all(inside)
  assert.equal(await crowds.few('one', async () => 'served'), 'served')
})
