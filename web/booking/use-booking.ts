import type { RefObject } from 'preact'
import { useEffect, useReducer } from 'preact/hooks'
import type { Actions } from './actions.ts'
import { dayAddress, monthAddress, timeAddress } from './addresses.ts'
import { slotIn, slotOf } from './months.ts'
import type { BookingData, Time } from './page-data.ts'
import { initialState, reduce } from './state.ts'
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
    if (!slot) return
    // In another zone the same instant is on another day, perhaps in another month.
    const answer = await months.load(slot.start, next)
    const moved = answer && slotIn(answer, slot.start, duration)
    if (moved) dispatch({ type: 'selected', selection: { month: answer.month, date: moved.date, slot: moved } })
    else dispatch({ type: 'zone', zone, isZoneChosen })
  }

  useEffect(() => {
    dispatch({ type: 'started' })
    // The server did not know the browser's time zone.
    const own = begun.isZoneChosen ? undefined : actions?.ownZone()
    if (own !== undefined && own !== zone) void takeZone(own, false)
  }, [])

  useEffect(
    () =>
      actions?.onBack((selection = { month: begun.month.month, date: begun.date, slot: begun.slot }) => {
        dispatch({ type: 'selected', selection })
      }),
    [],
  )

  // The page was left while the form was being sent. Sending it again books nothing twice, so it is enabled again.
  useEffect(() => actions?.onReturn(() => dispatch({ type: 'returned' })), [])

  const chooseDay = (day: string): void => {
    dispatch({ type: 'day', date: day })
    actions?.go(dayAddress(data, day), { month, date: day, slot: null })
  }

  const chooseTime = (time: Time): void => {
    if (date === null) return
    const chosen = slotOf(time, date, duration)
    dispatch({ type: 'time', slot: chosen })
    actions?.go(timeAddress(data, chosen.start, date), { month, date, slot: chosen })
    actions?.tellChosen()
  }

  const leaveForm = (): void => {
    const form = root.current?.querySelector<HTMLFormElement>('form.booking-form')
    dispatch({ type: 'left_form', values: actions && form ? actions.valuesOf(form) : state.values })
    actions?.go(date === null ? monthAddress(data, month) : dayAddress(data, date), { month, date, slot: null })
  }

  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (state.isSending || !actions || !slot) return
    dispatch({ type: 'sending' })
    const outcome = await actions.send(timeAddress(data, slot.start, slot.date), form)
    if (outcome.outcome === 'booked') return actions.finish(outcome)
    if (outcome.outcome === 'taken') months.forget()
    dispatch({ type: 'refused', outcome, values: actions.valuesOf(form) })
  }

  return { state, dispatch, months, data, takeZone, chooseDay, chooseTime, leaveForm, submit }
}

export type BookingControls = ReturnType<typeof useBooking>
