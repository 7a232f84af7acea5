import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { maxPictureBytes } from '#platform/pictures/picture.ts'
import { collectGarbage } from '../../test/support/fuzz/memory.ts'
import { bothEndsOf } from './upload-ends.ts'

const chunkBytes = 64 * 1024

/**
 * Chunks as they come from the network, each in memory of its own, and how much of them is held when the last one is
 * sent.
 */
async function* upload(chunks: number, held: (bytes: number) => void): AsyncGenerator<Buffer> {
  const sent: WeakRef<ArrayBufferLike>[] = []
  for (let count = 1; count < chunks; count += 1) {
    const chunk = Buffer.alloc(chunkBytes, count)
    sent.push(new WeakRef(chunk.buffer))
    yield chunk
  }
  // A weak reference holds what it was made for until the event loop's next turn.
  await setImmediate()
  collectGarbage()
  held(sent.filter((memory) => memory.deref() !== undefined).length * chunkBytes)
  yield Buffer.from('the end')
}

test('of an upload of 60 MB only its ends are held in memory while it comes, and both are there', async () => {
  let held = Number.POSITIVE_INFINITY
  const ends = await bothEndsOf(upload(960, (bytes) => (held = bytes)))
  assert.ok(held <= maxPictureBytes + 2 * chunkBytes, `${held} bytes are held`)
  assert.ok(ends.length > maxPictureBytes && ends.length < maxPictureBytes + chunkBytes)
  assert.deepEqual([ends[0], ends.subarray(-7).toString()], [1, 'the end'])
})

test('one of more than 64 MB is refused as too large, and one that breaks off as invalid', async () => {
  await assert.rejects(bothEndsOf(upload(1100, () => {})), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
  const broken = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.alloc(10)
    throw new Error('aborted')
  }
  await assert.rejects(bothEndsOf(broken()), { name: 'Problem' })
})
