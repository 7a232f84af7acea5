import { Readable } from 'node:stream'
import { isStillSignedIn } from '#accounts/index.ts'
import { idOf } from '#contract/wire.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { administeredGroups } from './load.ts'
import { requestOf } from './request.ts'

/** Of one person at once. A page in the background closes its own, so that these are windows side by side. */
const maxStreams = 5

const pollMilliseconds = 20_000
/** Many changes at once are one message. */
const gatherMilliseconds = 300
/** A client that reads nothing is let go. */
const maxUnreadBytes = 4096

/**
 * Server-sent events: "changed" each time a meeting of theirs was booked, moved or canceled. The page then asks for its
 * list, with the rights it has by then. The stream ends with the session, and when they leave the organization, have
 * another role, or administer the group no more that it is about.
 */
export const streamChanges: ConsoleHandler = async (visit) => {
  const { session, context } = visit
  const { changes } = context
  if (changes.countWatchersOf(session.userId) >= maxStreams)
    return { status: 429, json: { message: 'Too many pages are open.' } }
  const stream = new Readable({ read: () => {} })
  stream.push('retry: 5000\n\n')
  const watchesAll = await seesOthers(visit)
  let pending: NodeJS.Timeout | undefined
  const say = async (text: string): Promise<void> => {
    const isHere = stream.readableLength < maxUnreadBytes && (await isStillHere(visit, watchesAll))
    if (!stream.destroyed) stream.push(isHere ? text : null)
  }
  const look = setInterval(() => {
    void changes.listenAgain()
    void say(':\n\n')
  }, pollMilliseconds)
  const { organizationId, userId } = session
  const unwatch = await changes.watch({
    organizationId,
    userId,
    watchesAll,
    onChange: () => {
      pending ??= setTimeout(() => {
        pending = undefined
        void say('data: changed\n\n')
      }, gatherMilliseconds)
    },
    onClose: () => stream.push(null),
  })
  stream.once('close', () => {
    clearInterval(look)
    clearTimeout(pending)
    unwatch()
  })
  return { stream, type: 'text/event-stream; charset=utf-8' }
}

/** Of others they hear that something changed, and nothing of it. */
const seesOthers = async (visit: SignedInVisit): Promise<boolean> => {
  const { whose } = requestOf(visit)
  return (
    whose === 'all' ||
    (whose !== 'own' && (await administeredGroups(visit)).some((group) => idOf(group) === whose.group))
  )
}

/** Without a database nobody is known; the page connects again by itself. */
const isStillHere = async (visit: SignedInVisit, watchesAll: boolean): Promise<boolean> => {
  const { context, session } = visit
  try {
    return (await isStillSignedIn(context, session)) && (!watchesAll || (await seesOthers(visit)))
  } catch {
    return false
  }
}
