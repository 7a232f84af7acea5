import { timeAddress } from './addresses.ts'
import type { BookingData, Time } from './page-data.ts'
import { counted, filled, writeClock, writeDate } from './words.ts'

interface Given {
  readonly data: BookingData
  readonly date: string
  readonly times: readonly Time[]
  readonly hour12: boolean
  readonly onTime: (time: Time) => void
}

/** What is open on a day, in order. */
export const Times = ({ data, date, times, hour12, onTime }: Given) => {
  const { speech, offer } = data
  const { texts } = speech
  return (
    <section class="times" aria-labelledby="times">
      <h2 id="times" tabIndex={-1} data-focus="times">
        <span class="unseen">{filled(texts.timesOn, { date: writeDate(speech, date) })}</span>
        <span aria-hidden="true">{writeDate(speech, date)}</span>
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
                  onTime(time)
                }}
              >
                {writeClock(speech, clock, hour12)}
                {offset && <small> {offset}</small>}
                {offer.isGroup && <small class="seats">{counted(speech, remaining, texts.seatsLeft)}</small>}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
