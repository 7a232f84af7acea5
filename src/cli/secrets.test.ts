import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSecrets, type SecretInput } from './secrets.ts'
import { tenantCommand } from './tenant-command.ts'

const command = tenantCommand({
  name: 'thing connect',
  summary: 'A command with a secret',
  options: {
    kind: { value: 'KIND', summary: 'Which' },
    password: { value: 'PASSWORD', summary: 'For locked', secretIn: 'THE_PASSWORD', secretWhen: { kind: 'locked' } },
  },
  run: async () => ({}),
  show: () => '',
})

/** A pipe that nobody writes into. */
const openPipe = (): SecretInput & { wasRead: boolean } => ({
  wasRead: false,
  async *[Symbol.asyncIterator]() {
    this.wasRead = true
    yield 'secret\n'
  },
})

describe('a secret on the command line', () => {
  test('is read from standard input where the other options ask for it, and standard input is left alone where they do not', async () => {
    const [one, other] = [openPipe(), openPipe()]
    assert.deepEqual(await readSecrets(command, [], { kind: 'locked' }, {}, one), { password: 'secret' })
    assert.deepEqual(await readSecrets(command, [], { kind: 'open' }, {}, other), {})
    assert.deepEqual([one.wasRead, other.wasRead], [true, false])
  })
})
