// seconds: 15
// on: embedded
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../../../support/command-line.ts'
import { newFolder, newInstallation, startService } from '../../../support/processes.ts'

test('what was exported and imported into an empty installation is exported the same again, but for the head line', async () => {
  const [old, fresh] = [await newInstallation(), await newInstallation()]
  await (await startService(old, ['start', '--demo'])).stop()
  const folder = await newFolder()
  const [first, second, broken] = ['first', 'second', 'broken'].map((name) => join(folder, `${name}.jsonl`)) as [string, string, string]
  const run = async (words: readonly string[], settings: Readonly<Record<string, string>>) => {
    const { code, stdout, stderr } = await runCommand(words, settings)
    assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }
  const organization = 'Demo organization'
  await run(['export', '--organization', organization, '--to', first], old)

  // Nothing is written from a file that is not whole, or into an installation that is not empty.
  const text = await readFile(first, 'utf8')
  await writeFile(broken, text.slice(0, text.length / 2))
  const cut = await runCommand(['import', 'openslot', '--from', broken], fresh)
  assert.deepEqual([cut.code, /broken\.jsonl (has a line|ends too early)/.test(cut.stderr)], [1, true], cut.stderr)
  assert.match((await runCommand(['import', 'openslot', '--from', first], old)).stderr, /already/)
  const other = { OPENSLOT_DATA: await newFolder() }
  for (const [field, sentence] of [
    ['"schema":9999', /schema version 9999, and this release knows only \d+\. Use the newer release/],
    ['"schema":1', /of an older release \(schema version 1, here \d+\)/],
    ['"format":2', /format 2, and this release knows only 1\. Use the newer release/],
    ['"openslot":"letter"', /is no export/],
  ] as const) {
    await writeFile(broken, text.replace(new RegExp(`${field.split(':')[0]}:("[^"]*"|\\d+)`), field))
    const refused = await runCommand(['import', 'openslot', '--from', broken], other)
    assert.deepEqual([refused.code, sentence.test(refused.stderr)], [1, true], refused.stderr)
  }
  const missing = await runCommand(['import', 'openslot', '--from', join(folder, 'nowhere.jsonl')], other)
  assert.deepEqual([missing.code, /nowhere\.jsonl cannot be read/.test(missing.stderr)], [1, true], missing.stderr)
  assert.ok(!existsSync(join(other.OPENSLOT_DATA, 'pgdata')), 'nothing is made before it is refused')

  await run(['import', 'openslot', '--from', first], fresh)
  await run(['export', '--organization', organization, '--to', second], fresh)
  const rowsOf = async (path: string): Promise<string[]> => (await readFile(path, 'utf8')).trimEnd().split('\n').slice(1).sort()
  assert.deepEqual(await rowsOf(second), await rowsOf(first))
  assert.match(await run(['resume', '--check'], fresh), /nothing/)
  const verified = await run(['activity', 'verify'], fresh)
  assert.doesNotMatch(verified, /changed|missing/i)
})
