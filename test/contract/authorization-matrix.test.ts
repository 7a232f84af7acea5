// seconds: 13
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { isScope, legacyScope, scopes } from '#contract/scopes.ts'
import { insufficientScope, notFound, unauthenticated } from '../support/answers.ts'
import { type Answer, type TestApp, testApp } from '../support/app.ts'
import { aToken, putOnPlan } from '../support/cast.ts'
import { idsFor, type Scene, setScene } from '../support/matrix-scene.ts'
import { sized } from '../support/sized.ts'
import { type Ids, matrix, type PrincipalName, principals, type Row, withoutToken } from './authorization-matrix.ts'

const send = async (
  app: TestApp,
  { address, request }: Row,
  ids: Ids,
  token: string | undefined,
  method?: string,
): Promise<Answer> => {
  const { path = {}, query, body } = request(ids)
  const filled = Object.entries(path).reduce(
    (text, [name, value]) => text.replace(name === '*' ? '*' : `:${name}`, value),
    address,
  )
  const answer = await app.ask(method ? filled.replace(/^\w+/, method) : filled, { token, query, body })
  answered.push({ token, text: `${JSON.stringify(answer.headers)} ${answer.text}` })
  return answer
}

/** Every byte that was answered, and to whom. */
const answered: { token: string | undefined; text: string }[] = []

const nameOf = ({ address, asked }: Row): string => (asked ? `${address}, ${asked}` : address)

/** Every difference is reported, not only the first. */
const verdict = (status: number, expected: number): string | undefined => {
  if (status === expected) return undefined
  return `${status < 300 ? 'UNEXPECTED SUCCESS' : expected < 300 ? 'unexpected denial' : 'another refusal'}: ${status} instead of ${expected}`
}

/** The router makes a HEAD for every GET, with the same handler. */
const methodsFor = (principal: PrincipalName): readonly string[] =>
  sized(principal === 'owner', true) ? ['HEAD', 'GET'] : ['GET']

/** Tokens that are not valid are refused before the address is looked at. */
const withoutValidToken = principals.filter(
  (name) => name in withoutToken && name !== 'none' && name !== "invitee's own secret",
)
const principalsFor = (row: number): readonly PrincipalName[] => {
  const inTurn = withoutValidToken[row % withoutValidToken.length]
  return sized<readonly PrincipalName[]>(
    principals.filter((name) => name === inTurn || !withoutValidToken.includes(name)),
    principals,
  )
}

describe('the authorization matrix', () => {
  let app: TestApp
  let scene: Scene
  let cells = 0
  before(async () => {
    app = await testApp()
    scene = await setScene(app)
  })

  test('every address of the router has a row, and every row an address', () => {
    const served = app.server.routeAddresses
    assert.ok(served.length > 40, `only ${served.length} addresses were read`)
    const rows = new Set(matrix.map(({ address }) => address))
    // The router makes a HEAD for every GET; those cells are run below.
    const needed = served.filter(
      (address) => !(address.startsWith('HEAD ') && served.includes(address.replace('HEAD', 'GET'))),
    )
    assert.deepEqual(
      needed.filter((address) => !rows.has(address)),
      [],
      'addresses without a row',
    )
    assert.deepEqual(
      [...rows].filter((address) => !served.includes(address)),
      [],
      'rows without an address',
    )
    assert.equal(new Set(matrix.map(nameOf)).size, matrix.length, 'a row twice')
  })

  test('every principal, at every address', async () => {
    const wrong: string[] = []
    for (const [index, row] of matrix.entries()) {
      for (const principal of principalsFor(index)) {
        const ids = await idsFor(app, scene, row, principal)
        for (const method of row.address.startsWith('GET ') ? methodsFor(principal) : [undefined]) {
          const answer = await send(app, row, ids, scene.tokens[principal], method)
          cells += 1
          const difference =
            verdict(answer.status, row.expected[principal]) ??
            (method === 'HEAD' || row.address.endsWith(' /mcp') ? undefined : wrongWords(answer, principal))
          if (difference) wrong.push(`${nameOf(row)}, ${method ?? ''} by ${principal}: ${difference}`)
        }
      }
    }
    assert.deepEqual(wrong, [])
  })

  test('every scope: missing, alone, included in another, and the legacy scope', async () => {
    const wrong: string[] = []
    const made = new Map<string, string>()
    const tokenWith = async (granted: readonly string[]): Promise<string> => {
      const token = made.get(granted.join()) ?? (await aToken(app, scene.owner.principal, granted))
      made.set(granted.join(), token)
      return token
    }
    const scoped = matrix.filter(({ scope }) => scope)
    const oneOfEach = scoped.filter(
      (row) =>
        scoped.find(
          (other) => other.scope === row.scope && other.orScope === row.orScope && other.alsoScope === row.alsoScope,
        ) === row,
    )
    for (const row of sized(oneOfEach, scoped)) {
      const scope = row.scope as string
      const including = scope.replace(':read', ':write')
      const reading = scope.replace(':write', ':read')
      const tokens: [string, readonly string[], number][] = [
        [
          'without it',
          scopes.filter(
            (other) => ![scope, including, row.orScope, row.orScope?.replace(':read', ':write')].includes(other),
          ),
          403,
        ],
        ...(row.orScope
          ? [['with the other one', [row.orScope], row.expected.owner] as [string, string[], number]]
          : []),
        ['without any', [], 403],
        ['with it alone', [scope], row.alsoScope ? 403 : row.expected.owner],
        ...(row.alsoScope
          ? [['with all it takes', [scope, row.alsoScope], row.expected.owner] as [string, string[], number]]
          : []),
        ['with the scope of old', [legacyScope], row.expected.owner],
        ...(isScope(including) && including !== scope
          ? [['with the one that includes it', [including], row.expected.owner] as [string, string[], number]]
          : []),
        ...(isScope(reading) && reading !== scope
          ? [['with read alone', [reading], 403] as [string, string[], number]]
          : []),
      ]
      for (const [name, granted, expected] of tokens) {
        const answer = await send(app, row, await idsFor(app, scene, row, 'owner'), await tokenWith(granted))
        cells += 1
        const difference =
          verdict(answer.status, expected) ??
          // Where the owner is refused for another reason, a token with the scope hears that one.
          (expected === 403 &&
          (expected !== row.expected.owner || name === 'without any') &&
          JSON.stringify(answer.body) !== JSON.stringify(insufficientScope(...missingIn(row, granted)))
            ? `says ${answer.text}`
            : undefined)
        if (difference) wrong.push(`${nameOf(row)}, ${name}: ${difference}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  const withPlans = matrix.filter(({ plans }) => plans)

  test('every plan: free, trial, standard, teams, enterprise', async () => {
    const wrong: string[] = []
    for (const [plan, stage] of [
      ['basic', 'active'],
      ['teams', 'trial'],
      ['standard', 'active'],
      ['teams', 'active'],
      ['enterprise', 'active'],
    ] as const) {
      await putOnPlan(app, scene.owner.principal.organizationId, plan, stage)
      for (const row of sized(withPlans, matrix)) {
        const answer = await send(app, row, await idsFor(app, scene, row, 'owner'), scene.tokens.owner)
        cells += 1
        const difference = verdict(answer.status, !row.plans || row.plans.includes(plan) ? row.expected.owner : 403)
        if (difference) wrong.push(`${nameOf(row)}, on ${plan} (${stage}): ${difference}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  test("another organization's id looks nonexistent: same status, same body, in path, query and body, for owner and user", async () => {
    const wrong: string[] = []
    let places = 0
    for (const row of matrix) {
      const ids = await idsFor(app, scene, row, 'owner')
      for (const name of Object.keys(ids) as (keyof Ids)[]) {
        const elsewhere = { ...ids, [name]: scene.foreign[name] }
        if (
          name === 'newEmail' ||
          name === 'time' ||
          JSON.stringify(row.request(elsewhere)) === JSON.stringify(row.request(ids))
        )
          continue
        places += 1
        for (const token of [scene.owner.token, scene.user.token]) {
          const foreign = await send(app, row, elsewhere, token)
          const nobodys = await send(app, row, { ...ids, [name]: randomUUID() }, token)
          cells += 2
          // A filter by a type that is not theirs finds nothing, as one by a type of nobody.
          const isFilter = row.address === 'GET /shares' && name === 'eventType'
          if (!isFilter && (foreign.status !== 404 || foreign.text !== JSON.stringify(notFound)))
            wrong.push(`${nameOf(row)}, ${name} of another organization: ${foreign.status} ${foreign.text}`)
          if (nobodys.status !== foreign.status || nobodys.text !== foreign.text)
            wrong.push(`${nameOf(row)}, ${name} of nobody is told apart: ${nobodys.status} ${nobodys.text}`)
        }
      }
    }
    assert.ok(places >= 25, `only ${places} ids were replaced`)
    assert.deepEqual(wrong, [])
  })

  test('in all of these answers is nothing of the other organization, in either direction', () => {
    const { outsider, foreign, owner, about } = scene
    const own = [owner.email, owner.name, ...Object.values(about.owner).filter(Boolean)]
    const theirs = [outsider.email, outsider.name, ...Object.values(foreign).filter(Boolean)]
    const [toThem, toUs] = [
      answered.filter(({ token }) => token === outsider.token),
      answered.filter(({ token }) => token !== outsider.token),
    ]
    const found = (texts: typeof answered, canaries: readonly string[]) =>
      canaries.filter((canary) => texts.some(({ text }) => text.includes(canary)))
    assert.deepEqual(found(toUs, own), own, 'the search finds what is there')
    assert.deepEqual(found(toUs, theirs), [])
    assert.deepEqual(found(toThem, own), [])
    assert.ok(found(toThem, theirs).length > 4, 'the search finds what is there')
  })

  test('over a thousand cells were really run', (t) => {
    t.diagnostic(`${cells} cells`)
    assert.ok(cells > 1_000, `only ${cells} cells were run`)
  })
})

/** What an answer names: what the address needs, or all of it when what is asked for needs more. */
const missingIn = ({ scope, alsoScope }: Row, granted: readonly string[]): string[] =>
  alsoScope && granted.includes(scope as string) ? [scope as string, alsoScope] : [scope as string]

/** 401 says why, 403 of a role never looks like a missing scope. */
const wrongWords = ({ status, body, text }: Answer, principal: PrincipalName): string | undefined => {
  const words: Partial<Record<PrincipalName, string>> = {
    expired: 'The access token expired',
    revoked: 'The access token was revoked',
    'removed member': 'The access token was revoked',
    'application, expired': 'The access token expired',
    'application of a removed member': 'The access token was revoked',
  }
  if (status === 401 && JSON.stringify(body) !== JSON.stringify(unauthenticated(words[principal])))
    return `says ${text}`
  // A page says it in words of its own.
  if (status === 403 && principal !== "invitee's own secret" && body.title !== 'Permission Denied')
    return `says ${text}`
  if (status === 404 && text !== JSON.stringify(notFound)) return `says ${text}`
  return undefined
}
