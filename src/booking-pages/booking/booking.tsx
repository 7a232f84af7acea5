import { useRef } from 'preact/hooks'
import type { Actions } from './actions.ts'
import { Details } from './details.tsx'
import { FormStep } from './form-step.tsx'
import type { BookingData } from './page-data.ts'
import { TimeStep } from './time-step.tsx'
import { useBooking } from './use-booking.ts'

interface BookingProps {
  readonly data: BookingData
  readonly actions?: Actions
}

/**
 * The page for booking: a day, a time, and the invitee's details. Rendered by the server first; then the script takes
 * over. The details beside the steps are the same in each, and the times have their room from the start: nothing moves
 * when a day or a time is chosen.
 */
export const Booking = ({ data: begun, actions }: BookingProps) => {
  const root = useRef<HTMLDivElement>(null)
  const controls = useBooking(begun, actions, root)
  const { language, eventType } = begun
  const { date, slot, duration } = controls.state
  const times = date === null ? undefined : controls.months.month?.days[date]
  return (
    <div ref={root} class={`card booking${begun.hidesDetails ? ' bare' : ''}${slot ? ' filling' : ''}`}>
      {begun.hidesDetails ? (
        <h1 class="unseen">{eventType.name}</h1>
      ) : (
        <Details language={language} eventType={eventType} duration={duration} />
      )}
      {slot ? (
        <FormStep controls={controls} slot={slot} otherTimes={times} />
      ) : (
        <TimeStep controls={controls} times={times} actions={actions} />
      )}
    </div>
  )
}
