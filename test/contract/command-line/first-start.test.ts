// seconds: 6
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { packageRoot } from '#platform/root.ts'
import { runCommand } from '../../support/command-line.ts'
import { newInstallation, openslot, type Service, startService } from '../../support/processes.ts'
import { isAsShown } from '../../support/snippets.ts'

const secretForms = /openslot_pat_|(?<![\w-])[a-z2-9]{4}(-[a-z2-9]{4}){4}(?![\w-])/

const onlyAddress = ({ address }: Service, { OPENSLOT_DATA = '' }: Readonly<Record<string, string>>): string =>
  `Openslot is running at ${address}\nSMTP_URL is not set: emails are saved to ${join(OPENSLOT_DATA, 'mail')}\n`

describe('the first start', () => {
  let settings: Readonly<Record<string, string>>
  let first: Service
  let banner: string

  before(async () => {
    settings = await newInstallation()
    first = await startService(settings)
    banner = first.stdout()
  })
  after(() => first.process.kill('SIGKILL'))

  test('prints the address, a link that signs the owner in, and a working curl command; looking at the link does not use it up', async () => {
    assert.match(banner, new RegExp(`^Openslot is running at ${first.address}$`, 'm'))
    const link = /^ {2}(http\S+\/app\/welcome\/\S+)$/m.exec(banner)?.[1] ?? ''
    for (const _ of ['a look', 'another']) {
      const shown = await fetch(link, { headers: { accept: 'text/html' } })
      assert.equal(shown.status, 200)
      assert.match(await shown.text(), /Let’s set up your booking page/)
    }

    const { header, url } = requestIn(banner)
    const [name = '', value = ''] = header.split(': ')
    const answer = await fetch(url, { headers: { [name]: value } })
    assert.equal(answer.status, 200)
    const { resource } = (await answer.json()) as { resource: { email: string; current_organization: string } }
    assert.equal(resource.email, 'owner@openslot.test')
    const organization = await first.ask(new URL(resource.current_organization).pathname, value.split(' ')[1])
    assert.deepEqual(
      { name: organization.body.resource.name, plan: organization.body.resource.plan },
      { name: 'My organization', plan: 'enterprise' },
    )
  })

  test('prints what README.md shows', async () => {
    const shown =
      /```text\n(Openslot is running[\s\S]*?)```/.exec(await readFile(join(packageRoot, 'README.md'), 'utf8'))?.[1] ??
      ''
    const printed = banner
      .replaceAll(settings.OPENSLOT_DATA ?? '', '/srv/data')
      .replaceAll(first.address, 'http://127.0.0.1:3000')
    assert.ok(isAsShown(shown, printed), printed)
  })

  test('writes its log to standard error, as JSON lines without a secret, and its banner nowhere else', async () => {
    const { stderr, stdout } = await first.stop()
    assert.equal(stdout, banner)
    assert.ok(stderr.trim().split('\n').length >= 2)
    for (const line of stderr.trim().split('\n')) assert.ok(JSON.parse(line).message, line)
    assert.doesNotMatch(stderr, secretForms)
    assert.doesNotMatch(stderr, /owner@openslot\.test/)
  })

  test('is followed by starts that keep the data and print only the address, and where mails go', async () => {
    const second = await startService(settings)
    assert.equal(second.stdout(), onlyAddress(second, settings))
    const token = requestIn(banner).header.split(' ').at(-1)
    assert.equal((await second.ask('/users/me', token)).status, 200)
    const { stdout, code } = await second.stop()
    assert.doesNotMatch(stdout, secretForms)
    assert.equal(code, 0)
  })
})

test('init creates the first organization from its options, and start keeps it', async () => {
  const settings = await newInstallation()
  const words = [
    'init',
    '--email',
    'founder@acme.test',
    '--name',
    'Demo Founder',
    '--organization',
    'Acme',
    '--timezone',
    'Asia/Tokyo',
    '--json',
  ]
  const { code, stdout } = await openslot(words, settings)
  assert.equal(code, 0)
  const founded = JSON.parse(stdout)

  const service = await startService(settings)
  assert.equal(service.stdout(), onlyAddress(service, settings))
  const { body } = await service.ask('/users/me', founded.token)
  assert.deepEqual(
    { name: body.resource.name, email: body.resource.email, timezone: body.resource.timezone },
    { name: 'Demo Founder', email: 'founder@acme.test', timezone: 'Asia/Tokyo' },
  )

  const again = await runCommand([...words.slice(0, 2), 'second@acme.test', ...words.slice(3, -1)], settings)
  assert.match(
    again.stdout,
    /^Organization +Acme$.*If the service isn't running yet, start it with: openslot start\. Then try:\n\n {2}curl /ms,
  )
  const taken = await runCommand(words, settings)
  assert.deepEqual([taken.code, JSON.parse(taken.stdout).error.details[0].parameter], [1, 'email'])
  await service.stop()
})

/** The curl line, taken apart as a shell would. */
const requestIn = (text: string): { header: string; url: string } => {
  const line = /^ *curl -H "(?<header>[^"]+)" (?<url>\S+)$/m.exec(text)?.groups
  assert.ok(line, text)
  return line as { header: string; url: string }
}
