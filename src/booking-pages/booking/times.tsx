import { counted, filled, writeClock, writeDate, writeDayOfMonth, writeWeekday } from '#ui/format.ts'
import { timeAddress } from './addresses.ts'
import type { BookingData, Time } from './page-data.ts'
import { isSecondClick } from './use-focus.ts'

interface TimesProps {
  readonly data: BookingData
  readonly date: string
  readonly times: readonly Time[]
  readonly hour12: boolean
  readonly onTime: (time: Time) => void
}

/** The open times of a day, in order. */
export const Times = ({ data, date, times, hour12, onTime }: TimesProps) => {
  const { language, eventType } = data
  const { texts } = language
  return (
    <section class="times" aria-labelledby="times">
      <h2 id="times" tabIndex={-1} data-focus="times">
        <span class="unseen">{filled(texts.timesOn, { date: writeDate(language, date) })}</span>
        <span aria-hidden="true">
          <span>{writeWeekday(language, date)}</span>
          <small>{writeDayOfMonth(language, date)}</small>
        </span>
      </h2>
      <ul>
        {times.map((time) => {
          const [start, clock, remaining, offset] = time
          return (
            <li key={start}>
              <a
                class="time"
                href={timeAddress(data, start, date)}
                onClick={(event) => {
                  event.preventDefault()
                  if (!isSecondClick(event)) onTime(time)
                }}
              >
                {writeClock(language, clock, hour12)}
                {offset && <small> {offset}</small>}
                {eventType.isGroup && <small class="seats">{counted(language, remaining, texts.seatsLeft)}</small>}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
