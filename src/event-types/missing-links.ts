import type { Bookable } from './bookable.ts'
import type { Host } from './host.ts'
import { type ConferenceKind, conferenceKinds, type Location } from './location.ts'

/** A service that makes no links, and the hosts whose meetings lack one. */
export interface MissingLinks<Each extends Host = Host> {
  readonly kind: ConferenceKind
  readonly hosts: readonly Each[]
}

interface Room {
  readonly membershipId: string
  readonly kind: ConferenceKind
  readonly isWorking: boolean
}

const isConference = (kind: Location['kind']): kind is ConferenceKind =>
  conferenceKinds.some((conference) => conference === kind)

/** Where nobody could join, whatever the invitee chooses. The first host makes the link, and in a round robin each is. */
export const missingLinksOf = <Each extends Host>(
  { eventType, hosts }: Bookable<Each>,
  rooms: readonly Room[],
): MissingLinks<Each>[] => {
  const first = eventType.pooling === 'round_robin' ? hosts : hosts.slice(0, 1)
  const without = (eventType.locations ?? []).map(({ kind }) => ({
    kind,
    hosts: isConference(kind)
      ? first.filter(
          ({ membershipId }) =>
            !rooms.some((room) => room.membershipId === membershipId && room.kind === kind && room.isWorking),
        )
      : [],
  }))
  if (without.some((one) => one.hosts.length === 0)) return []
  return without.flatMap(({ kind, hosts: lacking }) => (isConference(kind) ? [{ kind, hosts: lacking }] : []))
}
