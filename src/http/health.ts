import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Problem, unavailable } from '#contract/problem.ts'
import { findRestoredAt, heldNotice } from '#instance/store/restored.ts'
import type { Database } from '#platform/db/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { RateLimits } from './rate-limits.ts'

export interface Readiness {
  /** False until all is there, and again from the moment the process is asked to stop. */
  accepting: boolean
  /** Called for each answer "ready". */
  onReady?: () => void
}

const patienceMilliseconds = 2_000

/** Known within two seconds: whether the database is held as a copy, or undefined when it does not answer now. */
const lookAt = ({ reader }: Database): Promise<{ readonly isHeld: boolean } | undefined> => {
  const asked = findRestoredAt(reader).then(
    (restoredAt) => ({ isHeld: restoredAt !== null }),
    () => undefined,
  )
  return Promise.race([asked, pause(patienceMilliseconds, undefined, { ref: false })])
}

/** Live: the process answers. Ready: it can serve, so its database answers too. */
export const serveHealth = (
  server: FastifyInstance,
  database: Database,
  rateLimits: RateLimits,
  clock: Clock,
  readiness: Readiness,
): void => {
  server.get('/health/live', async (request, reply) => {
    await rateLimits.show(reply, request.ip, clock.now())
    return { status: 'live' }
  })
  server.get('/health/ready', async (request, reply) => {
    await rateLimits.show(reply, request.ip, clock.now())
    // Sent and not thrown: while a service starts or stops this is no trouble, and would fill the log.
    const life = readiness.accepting ? await lookAt(database) : undefined
    if (!life) return reply.code(503).header('retry-after', 1).send(new Problem(unavailable).body)
    readiness.onReady?.()
    return life.isHeld ? { status: 'ready', detail: heldNotice } : { status: 'ready' }
  })
}
