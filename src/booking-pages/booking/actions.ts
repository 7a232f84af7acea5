import type { BookingResponse, FormValues, Month } from './page-data.ts'
import type { Places } from './places.ts'
import type { Selection } from './state.ts'

/** What the page can do in a browser; the server renders without it. */
export interface Actions {
  /** Undefined: the server does not know that zone. */
  loadMonth(month: string, timezone: string, duration: number): Promise<Month | undefined>
  /** The offset of each zone in minutes. */
  loadZones(): Promise<readonly (readonly [zone: string, offset: number])[]>
  loadPlaces(): Promise<Places>
  /** With a proof of work, if the server asks for one. */
  send(action: string, form: HTMLFormElement): Promise<Exclude<BookingResponse, { outcome: 'proof' }>>
  valuesOf(form: HTMLFormElement): FormValues
  /** Keeps what was typed while this tab is open, for a reload. */
  keepTyped(values: FormValues): void
  /** What was typed before; undefined if nothing was. */
  typedBefore(): FormValues | undefined
  /** Posts a message to the embedding page. */
  tellChosen(): void
  finish(booked: Extract<BookingResponse, { outcome: 'booked' }>): void
  /** Leaves for the page of a request. */
  follow(requested: Extract<BookingResponse, { outcome: 'requested' }>): void
  /** The browser's time zone. */
  ownZone(): string | undefined
  /** Pushes to the browser's history, so that its back button works. */
  go(address: string, selection: Selection): void
  /** Undefined: the initial state of the page. */
  onBack(listener: (selection: Selection | undefined) => void): () => void
  /** The browser shows this page again from its cache. */
  onReturn(listener: () => void): () => void
}
