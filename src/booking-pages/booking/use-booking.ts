import type { RefObject } from 'preact'
import { useEffect, useReducer, useRef } from 'preact/hooks'
import type { Actions } from './actions.ts'
import { dayAddress, monthAddress, timeAddress } from './addresses.ts'
import { slotIn, slotOf } from './months.ts'
import type { BookingData, FormValues, Slot, Time } from './page-data.ts'
import { initialState, reduce, type Selection } from './state.ts'
import { useFocus } from './use-focus.ts'
import { useMonths } from './use-months.ts'

/** The state of the page, and the visitor's actions. */
export const useBooking = (begun: BookingData, actions: Actions | undefined, root: RefObject<HTMLElement | null>) => {
  const [state, dispatch] = useReducer(reduce, begun, initialState)
  const months = useMonths(begun, state, dispatch, actions)
  useFocus(root, state.focus)
  const { month, date, slot, zone, isZoneChosen, duration } = state
  const data: BookingData = { ...begun, timezone: zone, isZoneChosen, duration, token: state.token }

  const takeZone = async (next: string, isChosen = true): Promise<void> => {
    dispatch({ type: 'zone', zone: next, isZoneChosen: isChosen || isZoneChosen })
    if (slot) await showIn(next, { month, date, slot, zone, duration })
  }

  /** In another zone the same instant is on another day, perhaps in another month. */
  const showIn = async (next: string, selection: Selection & { readonly slot: Slot }): Promise<void> => {
    const answer = await months.load(selection.slot.start, next)
    const moved = answer && slotIn(answer, selection.slot.start, selection.duration)
    dispatch({
      type: 'selected',
      selection: moved ? { ...selection, month: answer.month, date: moved.date, slot: moved, zone: next } : selection,
    })
  }

  const valuesNow = (): FormValues => {
    const form = root.current?.querySelector<HTMLFormElement>('form.booking-form')
    return actions && form ? actions.valuesOf(form) : state.values
  }

  const restore = ({ slot: chosen, ...selection }: Selection): void => {
    dispatch({ type: 'typed', values: valuesNow() })
    if (!chosen) {
      dispatch({ type: 'selected', selection: { ...selection, slot: null, zone, duration } })
      return
    }
    // First as it was chosen, so that the clock and the zone belong together, then in the zone that was chosen since.
    dispatch({ type: 'selected', selection: { ...selection, slot: chosen } })
    if (selection.zone !== zone) void showIn(zone, { ...selection, slot: chosen })
  }
  const latest = useRef({ restore, valuesNow })
  latest.current = { restore, valuesNow }

  useEffect(() => {
    dispatch({ type: 'started' })
    // The server did not know the browser's time zone.
    const own = begun.isZoneChosen ? undefined : actions?.ownZone()
    if (own !== undefined && own !== zone) void takeZone(own, false)
    const typed = begun.message === null && Object.keys(begun.errors).length === 0 ? actions?.typedBefore() : undefined
    if (typed) dispatch({ type: 'typed', values: { ...begun.values, ...typed } })
  }, [])

  useEffect(() => {
    const element = root.current
    const keep = (): void => actions?.keepTyped(latest.current.valuesNow())
    element?.addEventListener('input', keep)
    return () => element?.removeEventListener('input', keep)
  }, [])

  useEffect(
    () =>
      actions?.onBack(
        (
          selection = {
            month: begun.month.month,
            date: begun.date,
            slot: begun.slot,
            zone: begun.timezone,
            duration: begun.duration,
          },
        ) => {
          latest.current.restore(selection)
        },
      ),
    [],
  )

  // The page was left while the form was being sent. Sending it again books nothing twice, so it is enabled again.
  useEffect(() => actions?.onReturn(() => dispatch({ type: 'returned' })), [])

  const chooseDay = (day: string): void => {
    dispatch({ type: 'day', date: day })
    actions?.go(dayAddress(data, day), { month, date: day, slot: null, zone, duration })
  }

  const chooseTime = (time: Time): void => {
    if (date === null) return
    const chosen = slotOf(time, date, duration)
    dispatch({ type: 'time', slot: chosen })
    actions?.go(timeAddress(data, chosen.start, date), { month, date, slot: chosen, zone, duration })
    actions?.tellChosen()
  }

  const leaveForm = (): void => {
    dispatch({ type: 'left_form', values: valuesNow() })
    actions?.go(date === null ? monthAddress(data, month) : dayAddress(data, date), {
      month,
      date,
      slot: null,
      zone,
      duration,
    })
  }

  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (state.isSending || !actions || !slot) return
    dispatch({ type: 'sending' })
    const outcome = await actions.send(timeAddress(data, slot.start, slot.date), form)
    if (outcome.outcome === 'booked') return actions.finish(outcome)
    if (outcome.outcome === 'requested') return actions.follow(outcome)
    if (outcome.outcome === 'taken') months.forget()
    dispatch({ type: 'refused', outcome, values: actions.valuesOf(form) })
  }

  return { state, dispatch, months, data, takeZone, chooseDay, chooseTime, leaveForm, submit }
}

export type BookingControls = ReturnType<typeof useBooking>
