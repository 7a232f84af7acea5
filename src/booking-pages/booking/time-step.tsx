import { filled, writeDuration, writeMonth } from '#ui/format.ts'
import type { Actions } from './actions.ts'
import { monthAddress, waitingListAddress } from './addresses.ts'
import { Calendar } from './calendar.tsx'
import { isEmpty } from './months.ts'
import type { BookingData, Time } from './page-data.ts'
import { Times } from './times.tsx'
import type { BookingControls } from './use-booking.ts'
import { ZoneChoice } from './zone-choice.tsx'

interface TimeStepProps {
  readonly controls: BookingControls
  readonly times: readonly Time[] | undefined
  readonly actions: Actions | undefined
}

/** A day and a time. */
export const TimeStep = ({ controls, times, actions }: TimeStepProps) => {
  const { state, dispatch, months, data, takeZone, chooseDay, chooseTime } = controls
  const { texts } = data.language
  const { date, isLive, hour12, message } = state
  return (
    <div class="step">
      <p class="unseen" role="status">
        {isLive && months.loaded === undefined ? texts.loading : ''}
      </p>
      {message !== null && (
        <p class="errors" role="alert" tabIndex={-1} data-focus="message">
          {message}
        </p>
      )}
      {data.eventType.durations.length > 1 && (
        <Durations data={data} onDuration={(minutes) => dispatch({ type: 'duration', minutes })} />
      )}
      <div class="pick">
        <div class="days">
          <Calendar
            data={data}
            shown={state.month}
            month={months.similar}
            isBusy={months.month === undefined}
            chosen={date}
            isLive={isLive}
            onMonth={(month) => dispatch({ type: 'month', month })}
            onDay={chooseDay}
          />
          <div class="settings">
            <ZoneChoice
              data={data}
              zone={state.zone}
              month={months.similar}
              hour12={hour12}
              actions={isLive ? actions : undefined}
              onZone={(next) => void takeZone(next)}
            />
            {isLive && (
              // biome-ignore lint/a11y/useSemanticElements: two toggle buttons, not fields of a form.
              <div class="clock" role="group" aria-label={texts.clock}>
                {[true, false].map((is12) => (
                  <button
                    key={String(is12)}
                    type="button"
                    aria-pressed={hour12 === is12}
                    onClick={() => dispatch({ type: 'clock', hour12: is12 })}
                  >
                    {filled(texts.clockHours, { hours: is12 ? '12' : '24' })}
                  </button>
                ))}
              </div>
            )}
          </div>
        </div>
        <div class="day-times">
          {date !== null && times ? (
            <Times data={data} date={date} times={times} hour12={hour12} onTime={chooseTime} />
          ) : (
            <NoTimes controls={controls} />
          )}
          {data.eventType.hasWaitingList && (
            <p class="waiting-list soft">
              {texts.noTimeFits} <a href={waitingListAddress(data, state.zone)}>{texts.joinWaitingList}</a>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** In the room of the times: why there are none, and what to do. */
const NoTimes = ({ controls: { state, dispatch, months, data } }: Pick<TimeStepProps, 'controls'>) => {
  const { month, loaded, ahead } = months
  const { language } = data
  const { texts } = language
  if (loaded === 'failed') {
    return (
      <p class="errors" role="alert">
        {texts.loadFailed}{' '}
        <button class="quiet" type="button" onClick={() => dispatch({ type: 'retried' })}>
          {texts.tryAgain}
        </button>
      </p>
    )
  }
  if (!month || !isEmpty(month)) return <p class="day-first soft">{texts.dayFirst}</p>
  if (ahead === undefined) return <SoldOut data={data} />
  return (
    <p class="empty" role="status">
      {filled(texts.noTimes, { month: writeMonth(language, state.month) })}{' '}
      <a
        href={monthAddress(data, ahead)}
        onClick={(event) => {
          event.preventDefault()
          dispatch({ type: 'month', month: ahead })
        }}
      >
        {filled(texts.showMonth, { month: writeMonth(language, ahead) })}
      </a>
    </p>
  )
}

/** No month has times: what else can be booked. */
const SoldOut = ({ data: { language, eventType, otherTypes } }: { readonly data: BookingData }) => (
  <div class="empty">
    <p role="status">{language.texts.noTimesAtAll}</p>
    {otherTypes.length > 0 && (
      <>
        <p class="soft">{filled(language.texts.otherTypes, { name: eventType.ownerName })}</p>
        <ul>
          {otherTypes.map(({ name, address }) => (
            <li key={address}>
              <a href={address}>{name}</a>
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)

const Durations = ({
  data,
  onDuration,
}: {
  readonly data: BookingData
  readonly onDuration: (minutes: number) => void
}) => {
  const { language, eventType, duration } = data
  return (
    <nav class="durations" aria-label={language.texts.duration}>
      {eventType.durations.map((minutes) => (
        <a
          key={minutes}
          href={monthAddress({ ...data, duration: minutes }, data.month.month)}
          aria-current={minutes === duration ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault()
            onDuration(minutes)
          }}
        >
          {writeDuration(language, minutes)}
        </a>
      ))}
    </nav>
  )
}
