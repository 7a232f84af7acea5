import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readArchive, writeArchive } from './archive.ts'
import { openBackup } from './backup-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'openslot-archive-'))
after(() => rm(folder, { recursive: true, force: true }))

const linesOf = async (path: string): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of readArchive(path)) lines.push(line)
  return lines
}

test('what is written is read again, however much it is', async () => {
  const path = join(folder, 'large')
  const lines = Array.from({ length: 5_000 }, (_, index) => `${index} ${'ü'.repeat(200)}`)
  const done = await writeArchive(path, { compressed: true }, async (sink) => {
    for (const line of lines) await sink(line)
    return lines.length
  })
  assert.equal(done, 5_000)
  assert.deepEqual(await linesOf(path), lines)
  await assert.rejects(
    writeArchive(path, { compressed: true }, async () => {}),
    /is there already/,
  )
})

test('what fails leaves nothing behind', async () => {
  const path = join(folder, 'failed')
  await assert.rejects(
    writeArchive(path, { compressed: true }, async (sink) => {
      await sink('one')
      throw new Error('enough')
    }),
    /enough/,
  )
  await assert.rejects(
    writeArchive(join(folder, 'nowhere', 'file'), { compressed: true }, async (sink) => {
      for (let count = 0; count < 1_000; count += 1) await sink('x'.repeat(1_000))
    }),
    /cannot be written/,
  )
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('failed')),
    [],
  )
})

test('what is no backup is said to be none', async () => {
  const path = join(folder, 'text')
  await writeFile(path, 'a text')
  await assert.rejects(openBackup(readArchive(path), path), /is not a backup of Openslot/)
  await assert.rejects(openBackup(readArchive(join(folder, 'none')), 'none'), /is not a backup of Openslot/)
})
