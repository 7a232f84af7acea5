import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowancesOf, type LimitName } from '#contract/limits.ts'
import type { Principal } from '#contract/principal.ts'
import { Problem, tooManyRequests } from '#contract/problem.ts'
import type { Asking, Bucket, Limiter, Verdict } from '#platform/limits/limiter.ts'
import { sourceKey } from '#platform/limits/source-address.ts'

const freePlanCeiling = 10

/**
 * The general limit protects us, not the caller: when the shared store is away, requests go on and each process counts
 * for itself.
 */
const goingOn = { whenAway: 'memory' } as const

/** A limit of its own is for what must not go uncounted. */
const refusing = { whenAway: 'refuse' } as const

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

  /** Of a token, and of the user under a limit that the operation names: counted in all windows, or in none. */
  async countPrincipal(reply: FastifyReply, principal: Principal, now: Date, limit?: LimitName): Promise<void> {
    const general = this.#ofPrincipal(principal)
    if (limit === undefined) await this.#count(reply, [general], now)
    else await this.#count(reply, [general, ...this.#ofUser(principal, limit)], now, refusing)
  }

  /** Of a caller without a token that works: by where they come from. */
  async countSource(reply: FastifyReply, address: string, now: Date): Promise<void> {
    await this.#count(reply, [this.#ofSource(address)], now)
  }

  /** The headers alone, for what is never refused. */
  async show(reply: FastifyReply, address: string, now: Date): Promise<void> {
    writeHeaders(
      reply,
      this.#enabled ? await this.#limiter.peek([this.#ofSource(address)], now, goingOn) : this.#unlimited(),
    )
  }

  async #count(reply: FastifyReply, buckets: readonly Bucket[], now: Date, asking: Asking = goingOn): Promise<void> {
    const verdict = this.#enabled ? await this.#limiter.take(buckets, now, asking) : this.#unlimited()
    writeHeaders(reply, verdict)
    if (verdict.allowed) return
    reply.header('retry-after', verdict.resetSeconds)
    if (shouldCloseConnection(reply.request)) reply.header('connection', 'close')
    throw new Problem(tooManyRequests, { message: `Rate limit exceeded. Retry after ${verdict.resetSeconds} seconds.` })
  }

  /** The specification counts per token, and gives the free plan less. */
  #ofPrincipal({ plan, via, membershipId }: Principal): Bucket {
    const key = via.kind === 'token' ? `token:${via.tokenId}` : `member:${membershipId}`
    return { key, limit: plan === 'basic' ? Math.min(freePlanCeiling, this.#ceiling) : this.#ceiling, seconds: 60 }
  }

  #ofUser(principal: Principal, name: LimitName): readonly Bucket[] {
    return allowancesOf(name, principal, this.#ceiling).map(({ requests, seconds }) => ({
      key: `${name}:${principal.userId}`,
      limit: requests,
      seconds,
    }))
  }

  #ofSource(address: string): Bucket {
    return { key: `source:${sourceKey(address)}`, limit: this.#ceiling, seconds: 60 }
  }

  #unlimited(): Verdict {
    return { allowed: true, limit: this.#ceiling, remaining: this.#ceiling, resetSeconds: 60 }
  }
}

/**
 * Node accepts one new connection per loop iteration and serves all open ones: a rate-limited client with hundreds of
 * connections would keep new clients out, so its connections are closed. Not through a proxy, whose connections carry
 * other clients too; and not with a body, of which the rest may still be on its way: data for a closed connection
 * resets it before the answer is read.
 */
const shouldCloseConnection = ({ ip, socket, method }: FastifyRequest): boolean =>
  ip === socket.remoteAddress && (method === 'GET' || method === 'HEAD')

const writeHeaders = (reply: FastifyReply, { limit, remaining, resetSeconds }: Verdict): void => {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', resetSeconds)
}
