import type { Actions } from './actions.ts'
import { monthAddress } from './addresses.ts'
import { Calendar } from './calendar.tsx'
import { isEmpty } from './months.ts'
import type { BookingData, Time } from './page-data.ts'
import { Times } from './times.tsx'
import type { BookingControls } from './use-booking.ts'
import { filled, writeDuration, writeMonth } from './words.ts'
import { ZoneChoice } from './zone-choice.tsx'

interface TimeStepProps {
  readonly controls: BookingControls
  readonly times: readonly Time[] | undefined
  readonly loadZones: Actions['loadZones'] | undefined
}

/** A day and a time. */
export const TimeStep = ({ controls, times, loadZones = () => Promise.resolve([]) }: TimeStepProps) => {
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
      {data.eventType.durations.length > 1 && <Durations data={data} onDuration={(minutes) => dispatch({ type: 'duration', minutes })} />}
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
          {months.loaded === 'failed' && (
            <p class="errors" role="alert">
              {texts.loadFailed}{' '}
              <button class="quiet" type="button" onClick={() => dispatch({ type: 'retried' })}>
                {texts.tryAgain}
              </button>
            </p>
          )}
          <EmptyMonth controls={controls} />
          <div class="settings">
            <ZoneChoice data={data} zone={state.zone} isLive={isLive} loadZones={loadZones} onZone={(next) => void takeZone(next)} />
            {isLive && (
              // biome-ignore lint/a11y/useSemanticElements: two toggle buttons, not fields of a form.
              <div class="clock" role="group" aria-label={texts.clock}>
                {[true, false].map((is12) => (
                  <button key={String(is12)} type="button" aria-pressed={hour12 === is12} onClick={() => dispatch({ type: 'clock', hour12: is12 })}>
                    {is12 ? '12 h' : '24 h'}
                  </button>
                ))}
              </div>
            )}
          </div>
        </div>
        {date !== null && times && <Times data={data} date={date} times={times} hour12={hour12} onTime={chooseTime} />}
      </div>
    </div>
  )
}

/** A month without times, and a button to one that has some. */
const EmptyMonth = ({ controls: { state, dispatch, months, data } }: Pick<TimeStepProps, 'controls'>) => {
  const { month, ahead } = months
  const { language } = data
  if (!month || !isEmpty(month)) return null
  return (
    <p class="empty" role="status">
      {filled(language.texts.noTimes, { month: writeMonth(language, state.month) })}{' '}
      {ahead !== undefined && (
        <a
          href={monthAddress(data, ahead)}
          onClick={(event) => {
            event.preventDefault()
            dispatch({ type: 'month', month: ahead })
          }}
        >
          {filled(language.texts.lookAt, { month: writeMonth(language, ahead) })}
        </a>
      )}
    </p>
  )
}

const Durations = ({ data, onDuration }: { readonly data: BookingData; readonly onDuration: (minutes: number) => void }) => {
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
