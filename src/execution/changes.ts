import type { Broadcast } from '#platform/db/broadcast.ts'

/** Something of these users has changed. Without any: of anybody in the organization. */
export interface Change {
  readonly organizationId: string
  readonly userIds: readonly string[]
}

interface Watcher {
  readonly organizationId: string
  readonly userId: string
  /** Not only what is the user's own. */
  readonly watchesAll: boolean
  onChange(): void
  /** Nothing more will come. */
  onClose(): void
}

/** More than these are written as "anybody": a message has a limited size. */
const maxNamedUsers = 100

/**
 * Tells open pages that something has changed, in every process on the database. What has changed they ask for
 * themselves. Nothing is kept.
 */
export class Changes {
  readonly #watchers = new Set<Watcher>()
  readonly #others: Broadcast | undefined

  /** Without a broadcast for a process that has its database for itself. */
  constructor(openBroadcast?: (onText: (text: string) => void) => Broadcast) {
    this.#others = openBroadcast?.((text) => this.#hand(readChange(text)))
  }

  /** Until the function that it gives is called. */
  async watch(watcher: Watcher): Promise<() => void> {
    this.#watchers.add(watcher)
    await this.listenAgain()
    return () => void this.#watchers.delete(watcher)
  }

  countWatchersOf(userId: string): number {
    return [...this.#watchers].filter((watcher) => watcher.userId === userId).length
  }

  /** A connection that was lost is opened again. */
  async listenAgain(): Promise<void> {
    await this.#others?.listen().catch(() => {})
  }

  /** Pages that miss it show what is new when they are loaded again. */
  async publish(changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      if (this.#others) await this.#others.send(writeChange(change)).catch(() => {})
      else this.#hand(change)
    }
  }

  async close(): Promise<void> {
    for (const watcher of [...this.#watchers]) watcher.onClose()
    this.#watchers.clear()
    await this.#others?.close()
  }

  #hand({ organizationId, userIds }: Change): void {
    for (const watcher of this.#watchers) {
      const isConcerned = watcher.watchesAll || userIds.length === 0 || userIds.includes(watcher.userId)
      if (watcher.organizationId === organizationId && isConcerned) watcher.onChange()
    }
  }
}

const writeChange = ({ organizationId, userIds }: Change): string =>
  [organizationId, ...(userIds.length > maxNamedUsers ? [] : userIds)].join(' ')

const readChange = (text: string): Change => {
  const [organizationId = '', ...userIds] = text.split(' ')
  return { organizationId, userIds }
}
