// seconds: 25
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { allow } from '../../support/application.ts'
import { aFounder } from '../../support/cast.ts'
import { freePort, listeningApp } from '../../support/listening-app.ts'
import { mcpTokenOf } from '../../support/mcp.ts'
import { runSuite, type SuiteRun, serveFixtures } from '../../support/mcp-suite.ts'

/** What the suite runs, and does not count: an extension that we do not offer (docs/mcp.md says why). */
const notOffered = /^tasks-/

const scenariosIn = ({ output }: SuiteRun): { name: string; passed: boolean }[] =>
  [...output.slice(output.lastIndexOf('=== SUMMARY ===')).matchAll(/^([✓✗]) ([\w-]+): \d+ passed/gm)].map(
    ([, mark, name = '']) => ({
      name,
      passed: mark === '✓',
    }),
  )

/** The command's own verdict, and that it ran something: a suite without tests would pass too. */
const assertPassed = (run: SuiteRun, atLeast: number): void => {
  const scenarios = scenariosIn(run)
  const failed = scenarios.filter(({ name, passed }) => !passed && !notOffered.test(name)).map(({ name }) => name)
  assert.deepEqual(failed, [], run.output.slice(-8000))
  assert.equal(run.code, 0, run.output.slice(-8000))
  const passed = scenarios.filter((scenario) => scenario.passed).length
  assert.ok(passed >= atLeast, `only ${passed} scenarios passed`)
}

describe('the official conformance suites', () => {
  let served: Awaited<ReturnType<typeof serveFixtures>>
  before(async () => {
    const app = await testApp()
    served = await serveFixtures(app, await mcpTokenOf(app, await aFounder(app)))
  })
  after(() => served.close())

  test('0.1: every active scenario', async () => {
    assertPassed(await runSuite('0.1', ['server', '--url', served.url]), 30)
  })

  for (const [revision, atLeast] of [
    ['2025-11-25', 33],
    ['2026-07-28', 37],
  ] as const) {
    test(`0.2: all that the revision ${revision} requires`, async () => {
      assertPassed(await runSuite('0.2', ['server', '--url', served.url, '--requirements', revision]), atLeast)
    })
  }
})

test('0.2: the authorization suite, against the whole service', async () => {
  const { app, address, signedInAs, close } = await listeningApp()
  try {
    const visitor = await signedInAs(await aFounder(app))
    const port = await freePort()
    const redirectUri = `http://127.0.0.1:${port}/callback`
    const registered = await app.ask('POST /oauth/register', {
      body: { client_name: 'Conformance', redirect_uris: [redirectUri] },
    })
    assert.equal(registered.status, 201, registered.text)

    let said = ''
    let answered: Promise<unknown> | undefined
    const words = [
      'authorization',
      '--url',
      address,
      '--client-id',
      registered.body.client_id,
      '--resource',
      `${address}/mcp`,
      '-p',
      String(port),
    ]
    const run = await runSuite('0.2', words, (text) => {
      said += text
      const [asked] = /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+/.exec(said) ?? []
      // The person whom the suite asks to open an address.
      if (asked) answered ??= allow(visitor, asked.slice(address.length)).then(({ location = '' }) => fetch(location))
    })
    await answered
    assert.ok(answered, run.output)
    assert.equal(run.code, 0, run.output)
    assert.match(run.output, /authorization-code-grant/)
    assert.doesNotMatch(run.output, /✗|FAILURE/)
  } finally {
    await close()
  }
})
