import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Metrics } from '#http/metrics.ts'
import { RateLimits } from '#http/rate-limits.ts'
import { buildServer } from '#http/server.ts'
import { serveMcp } from '#mcp/serve-mcp.ts'
import { ToolServer } from '#mcp/tool-server.ts'
import { MemoryLimiter } from '#platform/limits/memory.ts'
import type { TestApp } from './app.ts'
import { fixtures } from './mcp-fixtures.ts'

const folder = 'test/tools/mcp-conformance/node_modules'
const node = ['x64', 'arm64'].map((machine) => `${folder}/node-linux-${machine}/bin/node`).find(existsSync) ?? 'node'

export const suites = {
  '0.1': `${folder}/conformance/dist/index.js`,
  '0.2': `${folder}/conformance-next/dist/index.js`,
} as const

export interface SuiteRun {
  readonly code: number
  readonly output: string
}

/** The official suite, as its command line; on the Node it needs. */
export const runSuite = (
  suite: keyof typeof suites,
  words: readonly string[],
  onOutput: (text: string) => void = () => {},
): Promise<SuiteRun> =>
  new Promise((done) => {
    const child = execFile(
      node,
      [suites[suite], ...words],
      { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
      (error, stdout, stderr) => done({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
    child.stdout?.on('data', (chunk) => onOutput(String(chunk)))
    child.stderr?.on('data', (chunk) => onOutput(String(chunk)))
  })

const listening = (server: Server): Promise<number> =>
  new Promise((done) => void server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)))

/**
 * Our door and both our legs, with the suite's fixtures behind them. The suite cannot send a token, so a proxy in front
 * adds one and leaves all else as it is.
 */
export const serveFixtures = async (
  { context }: TestApp,
  token: string,
): Promise<{ url: string; close(): Promise<void> }> => {
  const log = { debug() {}, info() {}, warn() {}, error() {}, flush: async () => true }
  const rateLimits = new RateLimits(new MemoryLimiter(), { enabled: false, ceiling: 500 })
  const server = buildServer({
    context,
    routes: {},
    rateLimits,
    log,
    metrics: new Metrics(context.database),
    trustedProxies: [],
  })
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const target = {
      port: inner,
      host: '127.0.0.1',
      method,
      path: url,
      headers: { ...headers, authorization: `Bearer ${token}` },
    }
    const forwarded = send(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  const port = await listening(proxy)
  const address = `http://127.0.0.1:${port}`
  const { routes } = await import('#app.ts')
  const startToolServer = async (): Promise<ToolServer> =>
    new ToolServer({ context, routes, log, version: '1', checkAnswers: false }, fixtures())
  const addresses = { api: address, auth: address, site: address, mcp: `${address}/mcp` }
  serveMcp(server, {
    context,
    routes,
    addresses,
    rateLimits,
    log,
    allowPersonalTokens: false,
    origins: [],
    checkAnswers: false,
    startToolServer,
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const inner = (server.server.address() as AddressInfo).port
  return {
    url: `http://localhost:${port}/mcp`,
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((done) => proxy.close(done))
      await server.close()
    },
  }
}
