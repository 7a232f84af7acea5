// seconds: 12
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { routes } from '#app.ts'
import { makeCatalogue } from '#mcp/catalogue.ts'
import type { AddressTool } from '#mcp/tool.ts'
import { addressTools } from '#mcp/tools/tools.ts'
import { type Ids, matrix, type PrincipalName, type Row } from '../../contract/authorization-matrix.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { idsFor, type Scene, setScene } from '../../support/matrix-scene.ts'
import { mcpTokenOf, resultIn, say } from '../../support/mcp.ts'

// The rows of the API hold for the tools: each tool is called as every principal, about the same things, and must be
// allowed and refused exactly as its address is. There is no second list of who may do what.

const people = [
  "another organization's owner",
  'user on themselves',
  'user on another',
  'group admin on their group',
  'group admin on another',
  'admin',
  'owner',
] as const satisfies readonly PrincipalName[]

/** The request of a row, as the arguments of a tool. Undefined when the tool cannot ask it that way. */
const argumentsFor = (tool: AddressTool, { address, request }: Row, ids: Ids): Record<string, unknown> | undefined => {
  const { path = {}, query = {}, body } = request(ids)
  const sent: Record<string, unknown> = {}
  const rest = new Set(Object.keys(query))
  let hasBody = body === undefined || Object.keys(body).length === 0
  for (const [name, argument] of Object.entries(tool.takes)) {
    if (argument.at === 'path') sent[name] = `https://api.example.test/${argument.of.join('/')}/${path[argument.part]}`
    if (argument.at === 'query' && (query[name] ?? body?.[name]) !== undefined) {
      sent[name] = query[name] ?? body?.[name]
      rest.delete(name)
    }
    if (argument.at === 'body' && body !== undefined) {
      sent[name] = body
      hasBody = true
    }
    if (argument.at === 'query' && argument.isRequired && sent[name] === undefined) return undefined
  }
  return rest.size === 0 && hasBody && tool.address === address ? sent : undefined
}

/** The status that the body of a refusal has at an address of the API. */
const statusOf = (title: string): number =>
  ({ 'Resource Not Found': 404, 'Permission Denied': 403, 'Insufficient scope': 403, 'Invalid Argument': 400 })[
    title
  ] ?? 500

describe('the authorization matrix, through tools', () => {
  let app: TestApp
  let scene: Scene
  const tokens = new Map<string, string>()
  let cells = 0
  const answered: { who: string; text: string }[] = []
  before(async () => {
    app = await testApp()
    scene = await setScene(app)
    for (const name of people) {
      const person = scene.people[name]
      assert.ok(person)
      if (!tokens.has(person.id)) tokens.set(person.id, await mcpTokenOf(app, person))
    }
  })

  const use = async (who: PrincipalName, tool: string, sent: Record<string, unknown>): Promise<number> => {
    const answer = await say(app, tokens.get(scene.people[who]?.id ?? ''), 'tools/call', {
      name: tool,
      arguments: sent,
    })
    cells += 1
    answered.push({ who, text: answer.text })
    const { isError, body } = resultIn(answer)
    return isError ? statusOf(body.title) : 200
  }

  test('every tool, as its principals: allowed and refused as its address is', async () => {
    const wrong: string[] = []
    const without = new Set(addressTools.map(({ name }) => name))
    for (const tool of addressTools) {
      for (const row of matrix.filter(({ address }) => address === tool.address)) {
        for (const who of people) {
          const sent = argumentsFor(tool, row, await idsFor(app, scene, row, who))
          if (!sent) continue
          without.delete(tool.name)
          const expected = row.expected[who]
          const status = await use(who, tool.name, sent)
          if (status !== (expected < 300 ? 200 : expected))
            wrong.push(
              `${tool.name}, as ${row.address}${row.asked ? `, ${row.asked}` : ''}, by ${who}: ${status} instead of ${expected}`,
            )
        }
      }
    }
    assert.deepEqual(wrong, [])
    assert.deepEqual([...without], [], 'tools without a row')
    assert.ok(cells > 400, `only ${cells} cells were run`)
  })

  test("another organization's id looks like one that does not exist", async () => {
    const wrong: string[] = []
    for (const tool of addressTools) {
      const row = matrix.find((candidate) => argumentsFor(tool, candidate, scene.about.owner))
      if (!row) continue
      const ids = await idsFor(app, scene, row, 'owner')
      for (const name of Object.keys(ids) as (keyof Ids)[]) {
        if (name === 'newEmail' || name === 'time') continue
        const foreign = argumentsFor(tool, row, { ...ids, [name]: scene.foreign[name] })
        if (!foreign || JSON.stringify(foreign) === JSON.stringify(argumentsFor(tool, row, ids))) continue
        const nobodys = argumentsFor(tool, row, { ...ids, [name]: randomUUID() }) as Record<string, unknown>
        const statuses = [await use('owner', tool.name, foreign), await use('owner', tool.name, nobodys)]
        if (statuses.join() !== '404,404') wrong.push(`${tool.name}, ${name}: ${statuses}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  test('a token to read with steps up before it changes anything, whatever the tool', async () => {
    const reading = await mcpTokenOf(app, scene.owner, ['mcp:scheduling:read'])
    const writing = await mcpTokenOf(app, scene.owner, ['mcp:scheduling:write'])
    const { tools } = makeCatalogue(routes, app.context.links)
    for (const [name, { scope }] of tools) {
      const isReadOnly = scope === 'mcp:scheduling:read'
      const answer = await say(app, reading, 'tools/call', { name, arguments: {} })
      assert.equal(answer.status, isReadOnly ? 200 : 403, `${name}: ${answer.text}`)
      // To write includes to read.
      assert.equal((await say(app, writing, 'tools/call', { name, arguments: {} })).status, 200, name)
      if (isReadOnly) continue
      assert.equal(answer.body.error, 'insufficient_scope')
      assert.match(
        String(answer.headers['www-authenticate']),
        /error="insufficient_scope".*scope="mcp:scheduling:read mcp:scheduling:write"/,
      )
    }
  })

  test('in all of these answers is nothing of the other organization, in either direction', () => {
    const { outsider, foreign, owner, about } = scene
    const theirs = [outsider.email, ...Object.values(foreign).filter(Boolean)]
    const own = [owner.email, ...Object.values(about.owner).filter(Boolean)]
    const [toThem, toUs] = [
      answered.filter(({ who }) => who === people[0]),
      answered.filter(({ who }) => who !== people[0]),
    ]
    const found = (texts: typeof answered, canaries: readonly string[]) =>
      canaries.filter((canary) => texts.some(({ text }) => text.includes(canary)))
    assert.ok(found(toUs, own).length > 10, 'the search finds what is there')
    assert.deepEqual(found(toUs, theirs), [])
    assert.deepEqual(found(toThem, own), [])
  })
})
