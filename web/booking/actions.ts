import type { BookingResponse, Month, Values } from './page-data.ts'
import type { Selection } from './state.ts'

/** What the page can do beside showing itself; there is none of it on the server. */
export interface Actions {
  /** Undefined: the server does not know that zone. */
  loadMonth(month: string, timezone: string, duration: number): Promise<Month | undefined>
  loadZones(): Promise<readonly (readonly [zone: string, offset: string])[]>
  send(action: string, form: HTMLFormElement): Promise<BookingResponse>
  valuesOf(form: HTMLFormElement): Values
  /** Told to the page around this one. */
  tellChosen(): void
  finish(booked: Extract<BookingResponse, { outcome: 'booked' }>): void
  /** The zone this browser is in. */
  ownZone(): string | undefined
  /** Adds to the browser's history, so that its back button works. */
  go(address: string, selection: Selection): void
  /** Undefined: back to where the page began. */
  onBack(listener: (selection: Selection | undefined) => void): () => void
  /** The browser shows this page again as it was left. */
  onReturn(listener: () => void): () => void
}
