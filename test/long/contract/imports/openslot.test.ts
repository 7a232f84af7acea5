// seconds: 15
// on: embedded
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../../../support/command-line.ts'
import { newFolder, newInstallation, startService } from '../../../support/processes.ts'

/** The pages where invitees cancel, as the API of this installation names them. */
const cancelPaths = async (settings: Readonly<Record<string, string>>): Promise<string[]> => {
  const made = await runCommand(
    ['token', 'create', '--email', 'owner@demo.test', '--name', 'test', '--all-scopes', '--json'],
    settings,
  )
  const headers = { authorization: `Bearer ${JSON.parse(made.stdout).token}` }
  const service = await startService(settings)
  try {
    const ask = async (path: string) => (await fetch(service.address + path, { headers })).json()
    const { current_organization: organization } = (await ask('/users/me')).resource
    const { collection } = await ask(`/scheduled_events?organization=${organization}&count=40`)
    const invitees = await Promise.all(
      collection.map(async ({ uri }: { uri: string }) => (await ask(`${new URL(uri).pathname}/invitees`)).collection),
    )
    return invitees.flat().map(({ cancel_url }: { cancel_url: string }) => new URL(cancel_url).pathname)
  } finally {
    await service.stop()
  }
}

test('what was exported and imported into an empty installation is exported the same again, but for the head line, and links of invitees work', async () => {
  const [old, fresh] = [await newInstallation(), await newInstallation()]
  await (await startService(old, ['start', '--demo'])).stop()
  const folder = await newFolder()
  const [first, second, broken] = ['first', 'second', 'broken'].map((name) => join(folder, `${name}.jsonl`)) as [
    string,
    string,
    string,
  ]
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
  assert.deepEqual([cut.code, /broken\.jsonl (has a line|is incomplete)/.test(cut.stderr)], [1, true], cut.stderr)
  assert.match((await runCommand(['import', 'openslot', '--from', first], old)).stderr, /already/)
  const other = { OPENSLOT_DATA: await newFolder() }
  for (const [field, sentence] of [
    ['"schema":9999', /schema version 9999, but this release supports only \d+\. Use the newer release/],
    ['"schema":1', /by an older release \(schema version 1, here \d+\)/],
    ['"format":2', /format 2, but this release supports only 1\. Use the newer release/],
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
  // Each export adds a digest of the links that its own installation gives.
  const rowsOf = async (path: string): Promise<string[]> =>
    (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/"former_links":\[[^\]]*\]/, ''))
      .sort()
  assert.deepEqual(await rowsOf(second), await rowsOf(first))
  const links = await cancelPaths(old)
  assert.ok(links.length > 0)
  const service = await startService(fresh)
  for (const link of links)
    assert.notEqual((await fetch(service.address + link, { headers: { accept: 'text/html' } })).status, 404, link)
  await service.stop()
  assert.match(await run(['resume', '--check'], fresh), /nothing/)
  const verified = await run(['activity', 'verify'], fresh)
  assert.doesNotMatch(verified, /changed|missing/i)
})
