import { dayAddress, timeAddress } from './addresses.ts'
import { BookingForm } from './form.tsx'
import { LeftIcon } from './icons.tsx'
import { Moment } from './moment.tsx'
import type { BookingData, Slot, Time } from './page-data.ts'
import type { BookingControls } from './use-booking.ts'
import { writeClock, zoneLabel } from './words.ts'

interface FormStepProps {
  readonly controls: BookingControls
  readonly slot: Slot
  /** As text; shown here when there are no details beside the form. */
  readonly chosen: string | undefined
  readonly hasDetails: boolean
  /** Of the same day, for browsers without scripts whose chosen time is gone. */
  readonly otherTimes: readonly Time[] | undefined
}

/** The invitee's details. */
export const FormStep = ({ controls: { state, data, leaveForm, submit }, slot, chosen, hasDetails, otherTimes }: FormStepProps) => {
  const { language, eventType } = data
  const { texts } = language
  const { zone, isLive } = state
  return (
    <div class="step">
      <a
        class="back"
        href={dayAddress(data, slot.date)}
        onClick={(event) => {
          event.preventDefault()
          leaveForm()
        }}
      >
        <LeftIcon /> {texts.back}
      </a>
      <h2 tabIndex={-1} data-focus="form">
        {eventType.bookedNow !== null ? texts.moveTitle : texts.yourDetails}
      </h2>
      {!hasDetails && (
        <p class="chosen">
          <strong>
            <Moment language={language} words={chosen ?? ''} />
          </strong>
          <small>{zoneLabel(zone)}</small>
        </p>
      )}
      <BookingForm
        data={data}
        action={timeAddress(data, slot.start, slot.date)}
        zone={zone}
        duration={state.duration}
        values={state.values}
        complaints={state.complaints}
        message={state.message}
        isSending={state.isSending}
        {...(isLive ? { onSend: (form: HTMLFormElement) => void submit(form) } : {})}
      >
        {!isLive && data.message !== null && otherTimes && <OtherTimes data={data} times={otherTimes} date={slot.date} hour12={state.hour12} />}
      </BookingForm>
    </div>
  )
}

interface OtherTimesProps {
  readonly data: BookingData
  readonly times: readonly Time[]
  readonly date: string
  readonly hour12: boolean
}

/** Without a script: buttons that send the filled-in form for another time. */
const OtherTimes = ({ data, times, date, hour12 }: OtherTimesProps) => (
  <fieldset class="other-times">
    <legend>{data.language.texts.stillFree}</legend>
    {times.map(([start, clock]) => (
      <button key={start} class="second" type="submit" formAction={timeAddress(data, start, date)}>
        {writeClock(data.language, clock, hour12)}
      </button>
    ))}
  </fieldset>
)
