import type { Span } from '#availability/index.ts'

export type EntryState = 'unconfirmed' | 'waiting' | 'booked' | 'left'

/** As members see it: whoever waits may have an offer, or the days that they named may be over. */
export const shownStates = ['waiting', 'offered', 'booked', 'left', 'over'] as const
export type ShownState = (typeof shownStates)[number]

/** Somebody who found no time and waits for one. */
export interface WaitingListEntry {
  readonly organizationId: string
  readonly id: string
  readonly eventTypeId: string
  readonly state: EntryState
  /** What they filled in, as the form of a booking has it; without a time. */
  readonly booking: Readonly<Record<string, unknown>>
  readonly email: string
  readonly name: string
  readonly timezone: string
  /** From the beginning of the first wanted day to the end of the last, in their time zone. */
  readonly wantedFrom: Date
  readonly wantedUntil: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** One whose address is confirmed, as members see it. */
export interface ShownEntry extends Omit<WaitingListEntry, 'state' | 'booking'> {
  readonly state: ShownState
  readonly eventTypeName: string
  /** What is offered to them, or what they took. */
  readonly requestId: string | null
}

/** The latest end of wanted days. */
export const maxDaysAhead = 366

/** So many of one source wait for their address to be confirmed. */
export const maxUnconfirmedOfSource = 3

/** Whoever waits without an offer, and which times they were offered before. */
export interface Waiting extends Pick<WaitingListEntry, 'id' | 'booking' | 'wantedFrom' | 'wantedUntil' | 'createdAt'> {
  readonly offered: readonly Date[]
}

/** The span in which any of them could take a time. */
export const spanOfAll = (waiting: readonly Waiting[], now: Date): Span => ({
  start: Math.max(now.getTime(), Math.min(...waiting.map(({ wantedFrom }) => wantedFrom.getTime()))),
  end: Math.max(now.getTime(), ...waiting.map(({ wantedUntil }) => wantedUntil.getTime())),
})

/** The first time that they wait for and were not offered. */
export const firstWanted = (
  { wantedFrom, wantedUntil, offered }: Waiting,
  openings: readonly { readonly start: number }[],
): number | undefined =>
  openings.find(
    ({ start }) =>
      start >= wantedFrom.getTime() &&
      start < wantedUntil.getTime() &&
      !offered.some((before) => before.getTime() === start),
  )?.start
