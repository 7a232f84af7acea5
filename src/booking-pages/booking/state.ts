import type { FieldErrors } from '#ui/forms.tsx'
import { keyOf, type LoadedMonth, type Months } from './months.ts'
import type { BookingData, FormValues, RefusedBooking, Slot } from './page-data.ts'

/** What is shown and chosen: the part of the state that the browser's history keeps. */
export interface Selection {
  readonly month: string
  readonly date: string | null
  /** Its clock times are those of its zone, and its end belongs to its duration. */
  readonly slot: Slot | null
  readonly zone: string
  readonly duration: number
}

export interface BookingState extends Selection {
  /** The script runs. */
  readonly isLive: boolean
  readonly isZoneChosen: boolean
  readonly hour12: boolean
  readonly months: Months
  readonly values: FormValues
  readonly errors: FieldErrors
  readonly message: string | null
  /** The message asks whether the address is to have another seat. */
  readonly asksAnotherSeat: boolean
  readonly token: string
  readonly isSending: boolean
  /** The element to focus, by its `data-focus`. Each request is a new object. */
  readonly focus: { readonly on: 'times' | 'form' | 'message'; readonly isBesideClick?: boolean } | null
}

export const initialState = (data: BookingData): BookingState => ({
  month: data.month.month,
  date: data.date,
  slot: data.slot,
  isLive: false,
  zone: data.timezone,
  isZoneChosen: data.isZoneChosen,
  hour12: data.hour12,
  duration: data.duration,
  months: { [keyOf(data.timezone, data.duration, data.month.month)]: data.month },
  values: data.values,
  errors: data.errors,
  message: data.message,
  asksAnotherSeat: data.asksAnotherSeat,
  token: data.token,
  isSending: false,
  focus: null,
})

export type BookingEvent =
  | { readonly type: 'started' | 'sending' | 'returned' | 'retried' }
  | { readonly type: 'loaded'; readonly key: string; readonly month: LoadedMonth }
  | { readonly type: 'zone'; readonly zone: string; readonly isZoneChosen?: boolean }
  | { readonly type: 'clock'; readonly hour12: boolean }
  | { readonly type: 'duration'; readonly minutes: number }
  | { readonly type: 'month'; readonly month: string }
  | { readonly type: 'day'; readonly date: string }
  | { readonly type: 'time'; readonly slot: Slot }
  | { readonly type: 'left_form' | 'typed'; readonly values: FormValues }
  | { readonly type: 'selected'; readonly selection: Selection }
  | {
      readonly type: 'refused'
      readonly outcome: RefusedBooking
      readonly values: FormValues
    }

export const reduce = (state: BookingState, event: BookingEvent): BookingState => {
  switch (event.type) {
    case 'started':
      return { ...state, isLive: true }
    case 'sending':
      return { ...state, isSending: true, message: null }
    case 'returned':
      return { ...state, isSending: false }
    case 'retried':
      return { ...state, months: {} }
    case 'loaded':
      return { ...state, months: { ...state.months, [event.key]: event.month } }
    case 'zone':
      return { ...state, zone: event.zone, isZoneChosen: event.isZoneChosen ?? state.isZoneChosen }
    case 'clock':
      return { ...state, hour12: event.hour12 }
    case 'duration':
      return { ...state, duration: event.minutes }
    case 'month':
      return { ...state, month: event.month, date: null }
    case 'day':
      return { ...state, date: event.date, focus: { on: 'times', isBesideClick: true } }
    case 'time':
      return { ...state, slot: event.slot, message: null, asksAnotherSeat: false, focus: { on: 'form' } }
    case 'left_form':
      return { ...state, values: event.values, slot: null, errors: {}, ...unasked(state), focus: { on: 'times' } }
    case 'typed':
      return { ...state, values: event.values }
    case 'selected':
      return { ...state, ...event.selection, ...unasked(state) }
    case 'refused':
      return refused(
        { ...state, isSending: false, values: event.values, message: event.outcome.message, asksAnotherSeat: false },
        event.outcome,
      )
  }
}

/** Another time is another question. */
const unasked = ({ message, asksAnotherSeat }: BookingState) =>
  asksAnotherSeat ? { message: null, asksAnotherSeat: false } : { message, asksAnotherSeat }

const refused = (state: BookingState, outcome: RefusedBooking): BookingState => {
  switch (outcome.outcome) {
    case 'asked':
      return { ...state, errors: {}, asksAnotherSeat: true, focus: { on: 'form' } }
    case 'wrong':
      return { ...state, errors: outcome.errors, focus: { on: 'form' } }
    case 'taken':
      // The loaded months are outdated.
      return { ...state, months: {}, slot: null, errors: {}, focus: { on: 'message' } }
    case 'refused':
      return outcome.token === undefined ? state : { ...state, token: outcome.token }
  }
}
