import { useRef } from 'preact/hooks'
import type { Actions } from './actions.ts'
import { Details } from './details.tsx'
import { FormStep } from './form-step.tsx'
import type { BookingData, PageLanguage, Slot } from './page-data.ts'
import { TimeStep } from './time-step.tsx'
import { useBooking } from './use-booking.ts'
import { writeClock, writeDate } from './words.ts'

interface BookingProps {
  readonly data: BookingData
  readonly actions?: Actions
}

/** The page for booking: a day, a time, and the invitee's details. Rendered by the server first; then the script takes over. */
export const Booking = ({ data: begun, actions }: BookingProps) => {
  const root = useRef<HTMLDivElement>(null)
  const controls = useBooking(begun, actions, root)
  const { language, eventType } = begun
  const { date, slot, zone, duration, hour12 } = controls.state
  const times = date === null ? undefined : controls.months.month?.days[date]
  const chosen = slot ? `${clocksOf(language, slot, hour12)}, ${writeDate(language, slot.date)}` : undefined
  const details = !begun.hidesDetails && <Details language={language} eventType={eventType} duration={duration} chosen={chosen} zone={zone} />
  return (
    <div ref={root} class={`card booking${details ? '' : ' bare'}${slot ? ' filling' : times ? ' with-times' : ''}`}>
      {details || <h1 class="unseen">{eventType.name}</h1>}
      {slot ? (
        <FormStep controls={controls} slot={slot} chosen={chosen} hasDetails={!begun.hidesDetails} otherTimes={times} />
      ) : (
        <TimeStep controls={controls} times={times} loadZones={actions?.loadZones} />
      )}
    </div>
  )
}

/** `1:30 am – 2:30 am`, with the offset where the clock shows it twice */
const clocksOf = (language: PageLanguage, { clock, until, offset }: Slot, hour12: boolean): string =>
  [writeClock(language, clock, hour12), ...(offset ? [`(${offset})`] : []), '–', writeClock(language, until, hour12)].join(' ')
