import { lastPart, writeClock, writeDate } from '#ui/format.ts'
import { CalendarIcon, LeftIcon } from '#ui/icons.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import { dayAddress, timeAddress } from './addresses.ts'
import { BookingForm } from './form.tsx'
import { Moment, PreviousTime } from './moment.tsx'
import type { BookingData, Slot, Time } from './page-data.ts'
import type { BookingControls } from './use-booking.ts'

interface FormStepProps {
  readonly controls: BookingControls
  readonly slot: Slot
  /** Of the same day, for browsers without scripts whose chosen time is gone. */
  readonly otherTimes: readonly Time[] | undefined
}

/** The invitee's details. */
export const FormStep = ({ controls: { state, data, months, leaveForm, submit }, slot, otherTimes }: FormStepProps) => {
  const { language, eventType } = data
  const { texts } = language
  const { zone, isLive, hour12 } = state
  const city = months.month?.city ?? lastPart(zone)
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
      <p class="chosen">
        <CalendarIcon />
        <span>
          <strong>
            <Moment
              language={language}
              text={`${writeDate(language, slot.date)}, ${clocksOf(language, slot, hour12)}`}
            />
          </strong>
          <small>
            <span class="unseen">{texts.timeZone}: </span>
            {city}
          </small>
          {eventType.bookedNow !== null && <PreviousTime language={language} text={eventType.bookedNow} />}
        </span>
      </p>
      <h2 tabIndex={-1} data-focus="form">
        {texts.yourDetails}
      </h2>
      <BookingForm
        data={data}
        action={timeAddress(data, slot.start, slot.date)}
        zone={zone}
        duration={state.duration}
        hour12={hour12}
        values={state.values}
        errors={state.errors}
        message={state.message}
        asksAnotherSeat={state.asksAnotherSeat}
        isSending={state.isSending}
        {...(isLive ? { onSend: (form: HTMLFormElement) => void submit(form) } : {})}
      >
        {!isLive && data.message !== null && !data.asksAnotherSeat && otherTimes && (
          <OtherTimes data={data} times={otherTimes} date={slot.date} hour12={hour12} />
        )}
      </BookingForm>
    </div>
  )
}

/** `1:30 am – 2:30 am`, with the offset where the clock shows it twice */
const clocksOf = (language: PageLanguage, { clock, until, offset }: Slot, hour12: boolean): string =>
  [
    writeClock(language, clock, hour12),
    ...(offset ? [`(${offset})`] : []),
    '–',
    writeClock(language, until, hour12),
  ].join(' ')

interface OtherTimesProps {
  readonly data: BookingData
  readonly times: readonly Time[]
  readonly date: string
  readonly hour12: boolean
}

/** Without a script: buttons that send the filled-in form for another time. */
const OtherTimes = ({ data, times, date, hour12 }: OtherTimesProps) => (
  <fieldset class="other-times">
    <legend>{data.language.texts.otherTimes}</legend>
    {times.map(([start, clock]) => (
      <button key={start} class="second" type="submit" formAction={timeAddress(data, start, date)}>
        {writeClock(data.language, clock, hour12)}
      </button>
    ))}
  </fieldset>
)
