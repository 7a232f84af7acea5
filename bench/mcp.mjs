import assert from 'node:assert/strict'
import { request } from 'node:http'
import { startLoad, startService } from './processes.mjs'
import { measureRounds, median } from './rounds.mjs'
import { monthOf, requestFor } from './speed.mjs'

const version = '2026-07-28'
const goal = 1.5

/**
 * What one tool call costs the server process, beside the same request to the API; of both eras, each alone with the
 * load in turn.
 */
export const measureMcp = async ({ filled, effort, rounds, milliseconds, connections, atEnd }) => {
  const { settings, token, organization, eventTypes } = filled
  // A personal token is good at both doors then, so that both look up the same one.
  const service = await startService({ ...settings, OPENSLOT_MCP_ALLOW_PAT: 'on' }, atEnd)
  await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)

  const organizationUri = `${settings.OPENSLOT_BASE_URL}/organizations/${organization}`
  const month = new URL(monthOf(eventTypes.few), settings.OPENSLOT_BASE_URL)
  const pairs = [
    { name: 'who am I', path: '/users/me', tool: 'users-get_current_user', sent: {} },
    {
      name: '20 rows of a list',
      path: `/organization_memberships?organization=${encodeURIComponent(organizationUri)}&count=20`,
      tool: 'organizations-list_organization_memberships',
      sent: { organization: organizationUri, count: '20' },
    },
    {
      name: 'a month of open times',
      path: month.pathname + month.search,
      tool: 'event_types-list_event_type_available_times',
      sent: Object.fromEntries(month.searchParams),
    },
  ]
  for (const pair of pairs) await compareAnswers(service, pair, token)

  const load = startLoad(atEnd)
  const subjects = pairs.flatMap(({ name, path, tool, sent }) => [
    { name: `${name}, API`, server: service, request: requestFor(path, token) },
    { name: `${name}, 2026`, server: service, request: callFor(tool, sent, token, 'modern') },
    { name: `${name}, 2025`, server: service, request: callFor(tool, sent, token, 'legacy') },
  ])
  const figures = await measureRounds(subjects, load, { rounds, milliseconds, connections, warm: effort.warm })
  const microseconds = (name) => 1e6 / median(figures.get(name).map(({ perCpuSecond }) => perCpuSecond))
  await service.stop()
  return pairs.map(({ name }) => {
    const [api, modern, legacy] = ['API', '2026', '2025'].map((way) => microseconds(`${name}, ${way}`))
    return { name, api, modern, legacy, cost: Math.max(modern, legacy) / api, goal }
  })
}

const messageFor = (tool, sent, era) => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  }
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: sent, ...(era === 'modern' ? { _meta } : {}) },
  })
}

const headersFor = (tool, token, era) => ({
  Accept: 'application/json, text/event-stream',
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
  'MCP-Protocol-Version': era === 'modern' ? version : '2025-11-25',
  ...(era === 'modern' ? { 'Mcp-Method': 'tools/call', 'Mcp-Name': tool } : {}),
})

const callFor = (tool, sent, token, era) => {
  const body = messageFor(tool, sent, era)
  const headers = { Host: 'bench.test', ...headersFor(tool, token, era), 'Content-Length': Buffer.byteLength(body) }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /mcp HTTP/1.1\r\n${head.join('')}\r\n${body}`
}

/** Else it would be the cost of two different things. */
const compareAnswers = async ({ port }, { path, tool, sent }, token) => {
  const rest = await (
    await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  ).json()
  for (const era of ['modern', 'legacy']) {
    const { result } = await askTool(port, tool, sent, token, era)
    assert.equal(result.isError, undefined, JSON.stringify(result))
    const { pagination: _, ...plain } = result.structuredContent
    const { pagination: __, ...expected } = rest
    assert.deepEqual(plain, expected)
  }
}

/** Not by fetch, which sends a Host of its own. */
export const askTool = (port, tool, sent, token, era) =>
  new Promise((done, fail) => {
    const headers = { ...headersFor(tool, token, era), host: 'bench.test' }
    const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/mcp', headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => done(JSON.parse(text)))
    })
    asked.on('error', fail).end(messageFor(tool, sent, era))
  })
