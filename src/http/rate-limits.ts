import type { FastifyReply } from 'fastify'
import type { Principal } from '#contract/principal.ts'
import { Problem, tooManyRequests } from '#contract/problem.ts'
import type { Bucket, Limiter, Verdict } from '#platform/limits/limiter.ts'
import { sourceKey } from '#platform/limits/source-address.ts'

const freePlanCeiling = 10

/** The general limit protects us, not the caller: when the shared store is away, requests go on and each process counts for itself. */
const asking = { whenAway: 'memory' } as const

/** Decides how many requests a caller may make, and says so on every response. */
export class RateLimits {
  readonly #limiter: Limiter
  readonly #enabled: boolean
  readonly #ceiling: number

  constructor(limiter: Limiter, { enabled, ceiling }: { enabled: boolean; ceiling: number }) {
    this.#limiter = limiter
    this.#enabled = enabled
    this.#ceiling = ceiling
  }

  /** Of a token: the specification counts per token, and gives the free plan less. */
  async countPrincipal(reply: FastifyReply, { plan, via, membershipId }: Principal, now: Date): Promise<void> {
    const key = via.kind === 'token' ? `token:${via.tokenId}` : `member:${membershipId}`
    await this.#count(reply, { key, limit: plan === 'basic' ? Math.min(freePlanCeiling, this.#ceiling) : this.#ceiling, seconds: 60 }, now)
  }

  /** Of a caller without a token that works: by where they come from. */
  async countSource(reply: FastifyReply, address: string, now: Date): Promise<void> {
    await this.#count(reply, this.#ofSource(address), now)
  }

  /** The headers alone, for what is never refused. */
  async show(reply: FastifyReply, address: string, now: Date): Promise<void> {
    writeHeaders(reply, this.#enabled ? await this.#limiter.peek([this.#ofSource(address)], now, asking) : this.#unlimited())
  }

  async #count(reply: FastifyReply, bucket: Bucket, now: Date): Promise<void> {
    const verdict = this.#enabled ? await this.#limiter.take([bucket], now, asking) : this.#unlimited()
    writeHeaders(reply, verdict)
    if (verdict.allowed) return
    reply.header('retry-after', verdict.resetSeconds)
    throw new Problem(tooManyRequests, { message: `Rate limit exceeded. Retry after ${verdict.resetSeconds} seconds.` })
  }

  #ofSource(address: string): Bucket {
    return { key: `source:${sourceKey(address)}`, limit: this.#ceiling, seconds: 60 }
  }

  #unlimited(): Verdict {
    return { allowed: true, limit: this.#ceiling, remaining: this.#ceiling, resetSeconds: 60 }
  }
}

const writeHeaders = (reply: FastifyReply, { limit, remaining, resetSeconds }: Verdict): void => {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', resetSeconds)
}
