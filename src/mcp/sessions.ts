import { randomUUID } from 'node:crypto'
import type { Principal } from '#contract/principal.ts'
import type { Digests } from '#platform/crypto/digests.ts'

const maxEnded = 10_000
const maxIdLength = 4096

/**
 * What a client of the years before 2026 said of itself when it began. Nothing is kept: the id itself says it, sealed
 * for its member.
 */
export interface McpSession {
  readonly id: string
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly protocolVersion: string
}

/**
 * Ids that any process can read and nobody can make up. They let us ask a client something; they grant nothing, since
 * every request brings its token. One that was ended is remembered by this process, as long as there is room.
 */
export class Sessions {
  readonly #digests: Digests
  readonly #ended = new Set<string>()

  constructor(digests: Digests) {
    this.#digests = digests
  }

  begin(
    principal: Principal,
    capabilities: Readonly<Record<string, unknown>>,
    protocolVersion: string,
  ): string | undefined {
    const { elicitation, sampling, roots } = capabilities
    const kept = JSON.stringify({ c: { elicitation, sampling, roots }, v: protocolVersion, n: randomUUID() })
    const payload = Buffer.from(kept).toString('base64url')
    if (payload.length > maxIdLength - 100) return undefined
    return `${payload}.${this.#sign(principal, payload)}`
  }

  /** Undefined for an id that is not theirs, not ours, or ended. */
  find(principal: Principal, id: string): McpSession | undefined {
    const [payload = '', signature = ''] = id.split('.')
    if (id.length > maxIdLength || signature !== this.#sign(principal, payload) || this.#ended.has(id)) return undefined
    const { c, v } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      c: McpSession['capabilities']
      v: string
    }
    return { id, capabilities: c, protocolVersion: v }
  }

  end({ id }: McpSession): void {
    if (this.#ended.size >= maxEnded) this.#ended.clear()
    this.#ended.add(id)
  }

  #sign({ organizationId, membershipId, via }: Principal, payload: string): string {
    const client = via.kind === 'token' ? String(via.clientId) : via.kind
    return this.#digests.of('mcp session', organizationId, membershipId, client, payload).toString('base64url')
  }
}
