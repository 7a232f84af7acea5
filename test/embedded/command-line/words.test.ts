// seconds: 3
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCommand } from '../../support/command-line.ts'
import { launch, openslot } from '../../support/processes.ts'

interface Described {
  readonly name: string
  readonly summary: string
  readonly example: string
  readonly options: readonly { readonly name: string; readonly value?: string; readonly required?: boolean }[]
}

const declared = async (): Promise<readonly Described[]> =>
  JSON.parse((await runCommand(['--help', '--json'], {})).stdout).commands

describe('the words of the command line', () => {
  test('every command has a help with its options and an example, which names only options it has', async () => {
    const commands = await declared()
    assert.ok(commands.length > 30, `${commands.length}`)
    for (const { name, summary, example, options } of commands) {
      assert.ok(summary.length > 10, name)
      assert.ok(example.startsWith(`openslot ${name}`), example)
      for (const word of example.match(/--[a-z-]+/g) ?? [])
        assert.ok(
          options.some((option) => `--${option.name}` === word),
          `${name}: ${word}`,
        )
      for (const option of options.filter(({ required }) => required))
        assert.ok(example.includes(`--${option.name} `), `${name}: --${option.name}`)
    }
    const [all, subject, one] = await Promise.all([
      openslot(['--help'], {}),
      runCommand(['token', '--help'], {}),
      runCommand(['token', 'create', '--help'], {}),
    ])
    for (const { code, stderr } of [all, subject, one]) assert.deepEqual([code, stderr], [0, ''])
    for (const { name } of commands) assert.ok(all?.stdout.includes(` ${name.split(' ')[0]} `), name)
    assert.match(subject.stdout, /token create.*\n.*token list.*\n.*token revoke/)
    assert.match(one.stdout, /--all-scopes/)
    const asked = await Promise.all([runCommand(['help'], {}), runCommand(['help', 'token', 'create'], {})])
    assert.deepEqual(
      asked.map(({ stdout }) => stdout),
      [all.stdout, one.stdout],
    )
  })

  test('every command takes --json: one document on standard output and nothing else, also when it is refused', async () => {
    const refused = { error: { message: 'Unknown option: --frobnicate.' } }
    for (const { name } of await declared()) {
      const { code, stdout, stderr } = await runCommand([...name.split(' '), '--json', '--frobnicate'], {})
      assert.deepEqual([code, stderr, JSON.parse(stdout)], [2, '', refused], name)
    }
    for (const name of ['start', 'token create']) {
      const { code, stdout, stderr } = await openslot([...name.split(' '), '--json', '--frobnicate'], {})
      assert.deepEqual([code, stderr, JSON.parse(stdout)], [2, '', refused], name)
    }
  })

  test('move takes no password as an argument, and says how to give it; a refusal never repeats it', async () => {
    for (const to of [
      'postgres://user:hunter2@127.0.0.1:1/openslot',
      'postgresql://user@127.0.0.1:1/openslot?password=hunter2',
    ]) {
      const { code, stderr } = await runCommand(['move', '--to', to], {})
      assert.equal(code, 2)
      assert.match(stderr, /^error: A password must not be an argument: .+ --to - .+ OPENSLOT_MOVE_TO/)
      assert.doesNotMatch(stderr, /hunter2/)
    }
    for (const [environment, expected] of [
      [{}, /^error: Give the address on standard input or in OPENSLOT_MOVE_TO/],
      [{ OPENSLOT_MOVE_TO: 'mysql://user:hunter2@host/x' }, /^error: Not a database/],
    ] as const) {
      const { code, stderr } = await runCommand(['move', '--to', '-'], environment)
      assert.notEqual(code, 0)
      assert.match(stderr, expected)
      assert.doesNotMatch(stderr, /hunter2/)
    }
  })

  test('a closed output pipe is no error', async () => {
    const piped = launch(
      'sh',
      ['-c', '{ "$0" bin/openslot.mjs --help --json; echo "code $?" >&2; } | true', process.execPath],
      {},
    )
    assert.equal((await piped.ended).stderr, 'code 0\n')
  })

  const mistyped: readonly (readonly [words: readonly string[], sentence: string])[] = [
    [['strat'], 'error: Unknown command: strat. Did you mean start?\ntry: openslot --help'],
    [
      ['token', 'crate'],
      'error: Unknown command: token crate. Did you mean create? The commands are: create, list, revoke.',
    ],
    [['member', 'add', '--emial', 'x'], 'error: Unknown option: --emial. Did you mean --email?'],
    [
      ['member', 'add', '--email', 'x@acme.test', '--name', 'X', '--role', 'amdin'],
      'error: --role must be one of admin, user, not "amdin". Did you mean admin?',
    ],
    [
      ['token', 'create', '--name', 'X', '--scopes', 'users:read users:reed'],
      'error: users:reed is not a scope. Did you mean users:read?',
    ],
    [['token', 'create', '--name', 'X'], 'error: Give exactly one of --scopes, --all-scopes, and --legacy.'],
  ]

  test('an unknown command or option gets one sentence with the nearest match, and the exit code 2', async () => {
    for (const [words, sentence] of mistyped) {
      const { code, stdout, stderr } = await runCommand(words, {})
      assert.deepEqual({ code, stdout, stderr }, { code: 2, stdout: '', stderr: `${sentence}\n` })
    }
  })
})
