import type { Redis } from 'ioredis'
import { TooLate, within } from '../deadline.ts'
import type { Bucket } from './limiter.ts'
import type { Tally, Window } from './window.ts'
import { storedKey, type WindowStore } from './window-store.ts'

const connectMilliseconds = 1000
const keyPrefix = 'openslot:rate:'

/**
 * KEYS: the windows. ARGV: now, 1 to count or 0 to look, then limit and length of each window. Answers 1 or 0
 * (allowed), then used and end of each. All buckets in one script: Redis runs nothing else meanwhile.
 *
 * Time is the caller's, not Redis's: a window then has the same edges in every store, and on every clock a test brings.
 * Processes whose clocks differ see it end that much earlier or later, and no window ever lasts longer than its length
 * from now. Redis's own clock only throws away what has long ended.
 */
const countWindows = `
local now = tonumber(ARGV[1])
local counting = ARGV[2] == '1'
local allowed = true
local used, ends, length, shortened = {}, {}, {}, {}
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[i * 2 + 1])
  length[i] = tonumber(ARGV[i * 2 + 2]) * 1000
  local latest = now + length[i]
  local window = redis.call('HMGET', key, 'used', 'ends')
  used[i] = tonumber(window[1] or '0')
  ends[i] = tonumber(window[2] or '0')
  if ends[i] <= now then
    used[i] = 0
    ends[i] = latest
  elseif ends[i] > latest then
    ends[i] = latest
    shortened[i] = true
  end
  if used[i] >= limit then allowed = false end
end
local answer = { (allowed and 1) or 0 }
for i, key in ipairs(KEYS) do
  if counting and allowed then
    used[i] = used[i] + 1
    if used[i] == 1 or shortened[i] then
      redis.call('HSET', key, 'used', used[i], 'ends', ends[i])
      redis.call('PEXPIRE', key, ends[i] - now + 60000)
    else
      redis.call('HINCRBY', key, 'used', 1)
    end
  elseif counting and shortened[i] then
    redis.call('HSET', key, 'ends', ends[i])
  end
  answer[i * 2] = used[i]
  answer[i * 2 + 1] = ends[i]
end
return answer
`

interface WithScript extends Redis {
  countWindows(keyCount: number, ...keysAndArguments: (string | number)[]): Promise<number[]>
}

/**
 * Windows in Redis 7 or Valkey. The client is loaded and connected only now; while Redis is away it keeps trying by
 * itself.
 */
export const openRedisWindows = async (url: string, answerMilliseconds: number): Promise<WindowStore> => {
  const { Redis } = await import('./redis-client.ts')
  const redis = new Redis(url, {
    connectionName: 'openslot',
    connectTimeout: connectMilliseconds,
    enableAutoPipelining: true,
    // Nothing is sent later than asked: a request that cannot be counted now fails at once.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    scripts: { countWindows: { lua: countWindows } },
  }) as WithScript
  return new RedisWindows(redis, answerMilliseconds)
}

class RedisWindows implements WindowStore {
  readonly #redis: WithScript
  readonly #answerMilliseconds: number
  /** The first callers wait for the first connection, and only for that. */
  #connecting: Promise<void> | undefined
  #lastError: Error | undefined

  constructor(redis: WithScript, answerMilliseconds: number) {
    this.#redis = redis
    this.#answerMilliseconds = answerMilliseconds
    redis.on('error', (error: Error) => {
      this.#lastError = error
    })
    redis.on('ready', () => {
      this.#lastError = undefined
    })
    this.#connecting = new Promise<void>((resolve) => {
      redis.once('ready', resolve)
      redis.once('close', resolve)
    }).then(() => {
      this.#connecting = undefined
    })
  }

  count(buckets: readonly Bucket[], now: Date): Promise<Tally> {
    return this.#ask(buckets, now, 1)
  }

  look(buckets: readonly Bucket[], now: Date): Promise<Tally> {
    return this.#ask(buckets, now, 0)
  }

  async forget(buckets: readonly Bucket[]): Promise<void> {
    await this.#waitForConnection()
    await within(this.#answerMilliseconds, this.#redis.del(...buckets.map((bucket) => keyPrefix + storedKey(bucket))))
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  async #waitForConnection(): Promise<void> {
    if (this.#connecting) await within(this.#answerMilliseconds, this.#connecting)
    if (this.#redis.status !== 'ready') throw this.#lastError ?? new Error('Redis is not connected.')
  }

  async #ask(buckets: readonly Bucket[], now: Date, counting: 0 | 1): Promise<Tally> {
    await this.#waitForConnection()
    const keys = buckets.map((bucket) => keyPrefix + storedKey(bucket))
    const limits = buckets.flatMap(({ limit, seconds }) => [limit, seconds])
    const { stream } = this.#redis
    try {
      const call = this.#redis.countWindows(keys.length, ...keys, now.getTime(), counting, ...limits)
      return tallyFrom(await within(this.#answerMilliseconds, call))
    } catch (error) {
      // The other end may be gone without a word: only a new connection can tell.
      if (error instanceof TooLate) stream.destroy()
      throw error
    }
  }
}

const tallyFrom = (answer: readonly number[]): Tally => {
  const windows: Window[] = []
  for (let index = 1; index + 1 < answer.length; index += 2)
    windows.push({ used: answer[index] as number, endsAt: answer[index + 1] as number })
  return { allowed: answer[0] === 1, windows }
}
