import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { dayAddress, monthAddress, timeAddress } from './addresses.ts'
import { Calendar } from './calendar.tsx'
import { Details } from './details.tsx'
import { BookingForm } from './form.tsx'
import { LeftIcon } from './icons.tsx'
import { Moment } from './moment.tsx'
import type { BookingData, Complaints, Month, Outcome, Slot, Speech, Time, Values } from './page-data.ts'
import { Times } from './times.tsx'
import { filled, lasting, nextMonth, writeClock, writeDate, writeMonth, zoneLabel } from './words.ts'
import { ZoneChoice } from './zone-choice.tsx'

/** What the page can do beside showing itself; there is none of it on the server. */
export interface Actions {
  /** Undefined: the server does not know that zone. */
  loadMonth(month: string, timezone: string, duration: number): Promise<Month | undefined>
  loadZones(): Promise<readonly (readonly [zone: string, offset: string])[]>
  send(action: string, form: HTMLFormElement): Promise<Outcome>
  valuesOf(form: HTMLFormElement): Values
  /** Told to the page around this one. */
  tellChosen(): void
  finish(booked: Extract<Outcome, { outcome: 'booked' }>): void
  /** The zone this browser is in. */
  ownZone(): string | undefined
  /** The address in the browser's bar, so that its own way back works. */
  go(address: string, state: Standing): void
  /** Undefined: to where the page began. */
  onBack(listener: (standing: Standing | undefined) => void): () => void
  /** Somebody comes back from another page, and the browser shows this one as they left it. */
  onReturn(listener: () => void): () => void
}

/** What somebody looked at, or had chosen. */
export interface Standing {
  readonly month: string
  readonly date: string | null
  readonly slot: Slot | null
}

interface Given {
  readonly data: BookingData
  readonly actions?: Actions
}

type Loaded = Month | 'failed'

/** The page for booking: a day, a time, and who it is for. Shown by the server first; the script goes on from there. */
export const Booking = ({ data: begun, actions }: Given) => {
  const { speech, offer } = begun
  const { texts } = speech
  const [isLive, setLive] = useState(false)
  const [zone, setZone] = useState(begun.timezone)
  const [isZoneChosen, setZoneChosen] = useState(begun.isZoneChosen)
  const [hour12, setHour12] = useState(begun.hour12)
  const [duration, setDuration] = useState(begun.duration)
  const [shown, setShown] = useState(begun.month.month)
  const [date, setDate] = useState(begun.date)
  const [slot, setSlot] = useState(begun.slot)
  const [months, setMonths] = useState<Readonly<Record<string, Loaded>>>({ [keyOf(begun.timezone, begun.duration, begun.month.month)]: begun.month })
  const [values, setValues] = useState(begun.values)
  const [complaints, setComplaints] = useState<Complaints>(begun.complaints)
  const [message, setMessage] = useState(begun.message)
  const [token, setToken] = useState(begun.token)
  const [isSending, setSending] = useState(false)
  const [round, setRound] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef<string | undefined>(undefined)
  const asked = useRef(new Set<string>())

  const data: BookingData = { ...begun, timezone: zone, isZoneChosen, duration, token }
  const key = keyOf(zone, duration, shown)
  const loaded = months[key]
  const month = loaded === 'failed' ? undefined : loaded
  // Until they are there, the same month as another zone or length has it: most of its days are the same.
  const similar = month ?? Object.values(months).find((other): other is Month => other !== 'failed' && other.month === shown)
  const ahead = month && monthAhead(month, (name) => months[keyOf(zone, duration, name)])
  const isMove = offer.bookedNow !== null

  const load = async (name: string, timezone: string, minutes: number): Promise<Month | undefined> => {
    const wantedKey = keyOf(timezone, minutes, name)
    if (!actions || asked.current.has(wantedKey)) return undefined
    asked.current.add(wantedKey)
    try {
      const answer = await actions.loadMonth(name, timezone, minutes)
      // A zone that only this browser knows: the one that the page came with is better than none.
      if (!answer) return void setZone(begun.timezone)
      setMonths((known) => ({ ...known, [keyOf(timezone, minutes, answer.month)]: answer }))
      return answer
    } catch {
      asked.current.delete(wantedKey)
      setMonths((known) => ({ ...known, [wantedKey]: 'failed' }))
      return undefined
    }
  }

  // The server did not know where this browser is.
  useEffect(() => {
    setLive(true)
    const own = begun.isZoneChosen ? undefined : actions?.ownZone()
    asked.current.add(key)
    if (own === undefined || own === zone) return
    void takeZone(own, false)
  }, [])

  useEffect(
    () =>
      actions?.onBack((earlier = { month: begun.month.month, date: begun.date, slot: begun.slot }) => {
        setShown(earlier.month)
        setDate(earlier.date)
        setSlot(earlier.slot)
      }),
    [],
  )

  // The form was left while it was being sent. Sent once more it books nothing twice, so it is there to be used.
  useEffect(() => actions?.onReturn(() => setSending(false)), [])

  // One request for the month that is looked at, and the next one before it is asked for; after an empty one, until there is something.
  useEffect(() => {
    if (!isLive) return
    if (loaded === undefined) void load(shown, zone, duration)
    // Whoever fills in the form has found their time.
    else if (!slot && ahead !== undefined && months[keyOf(zone, duration, ahead)] === undefined) {
      const later = setTimeout(() => void load(ahead, zone, duration), 300)
      return () => clearTimeout(later)
    }
    return undefined
  }, [isLive, key, loaded, round, slot === null, ahead])

  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const target = root.current?.querySelector<HTMLElement>(`[data-focus="${wanted.current}"]`)
    if (!target) return
    wanted.current = undefined
    target.focus()
    if (target.getBoundingClientRect().top < 0 || target.getBoundingClientRect().top > window.innerHeight - 80) target.scrollIntoView({ block: 'nearest' })
  })

  const takeZone = async (next: string, isChosen = true): Promise<void> => {
    setZone(next)
    setZoneChosen(isChosen || isZoneChosen)
    // A day keeps its name; its times are those of the other zone as soon as they are here.
    if (!slot) return
    // The same instant stands on another day, perhaps in another month.
    const answer = await load(slot.start, next, duration)
    const [day, time] = answer ? timeIn(answer, slot.start) : []
    if (answer && day !== undefined && time) {
      setShown(answer.month)
      setDate(day)
      setSlot(slotOf(time, day, duration))
    } else {
      setZone(zone)
      setZoneChosen(isZoneChosen)
    }
  }

  const chooseDay = (day: string): void => {
    setDate(day)
    wanted.current = 'times'
    actions?.go(dayAddress(data, day), { month: shown, date: day, slot: null })
  }
  const chooseTime = (time: Time): void => {
    if (date === null) return
    const chosen = slotOf(time, date, duration)
    setSlot(chosen)
    setMessage(null)
    wanted.current = 'form'
    actions?.go(timeAddress(data, chosen.start, date), { month: shown, date, slot: chosen })
    actions?.tellChosen()
  }
  const goBack = (): void => {
    const form = root.current?.querySelector('form.booking-form')
    if (actions && form) setValues(actions.valuesOf(form as HTMLFormElement))
    setSlot(null)
    setComplaints({})
    wanted.current = 'times'
    actions?.go(date === null ? monthAddress(data, shown) : dayAddress(data, date), { month: shown, date, slot: null })
  }

  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isSending || !actions || !slot) return
    setSending(true)
    setMessage(null)
    const outcome = await actions.send(timeAddress(data, slot.start, slot.date), form)
    if (outcome.outcome === 'booked') return actions.finish(outcome)
    setSending(false)
    setValues(actions.valuesOf(form))
    setMessage(outcome.message)
    if (outcome.outcome === 'wrong') {
      setComplaints(outcome.complaints)
      wanted.current = 'form'
    } else if (outcome.outcome === 'taken') {
      // What was loaded is no longer true.
      setMonths({})
      asked.current.clear()
      setSlot(null)
      setComplaints({})
      setRound(round + 1)
      wanted.current = 'message'
    } else if (outcome.token !== undefined) setToken(outcome.token)
  }

  const chosen = slot ? `${clocksOf(speech, slot, hour12)}, ${writeDate(speech, slot.date)}` : undefined
  const times = date === null ? undefined : month?.days[date]
  const aside = !begun.hidesDetails && <Details speech={speech} offer={offer} duration={duration} chosen={chosen} zone={zone} />

  return (
    <div ref={root} class={`card booking${aside ? '' : ' bare'}${slot ? ' filling' : times ? ' with-times' : ''}`}>
      {aside || <h1 class="unseen">{offer.name}</h1>}
      {slot ? (
        <div class="step">
          <a
            class="back"
            href={dayAddress(data, slot.date)}
            onClick={(event) => {
              event.preventDefault()
              goBack()
            }}
          >
            <LeftIcon /> {texts.back}
          </a>
          <h2 tabIndex={-1} data-focus="form">
            {isMove ? texts.moveTitle : texts.yourDetails}
          </h2>
          {!aside && (
            <p class="chosen">
              <strong>
                <Moment speech={speech} words={chosen ?? ''} />
              </strong>
              <small>{zoneLabel(zone)}</small>
            </p>
          )}
          <BookingForm
            data={data}
            action={timeAddress(data, slot.start, slot.date)}
            zone={zone}
            duration={duration}
            values={values}
            complaints={complaints}
            message={message}
            isSending={isSending}
            {...(isLive ? { onSend: (form: HTMLFormElement) => void submit(form) } : {})}
          >
            {!isLive && begun.message !== null && times && <OtherTimes data={data} times={times} date={slot.date} hour12={hour12} />}
          </BookingForm>
        </div>
      ) : (
        <div class="step">
          <p class="unseen" role="status">
            {isLive && month === undefined && loaded !== 'failed' ? texts.loading : ''}
          </p>
          {message !== null && (
            <p class="errors" role="alert" tabIndex={-1} data-focus="message">
              {message}
            </p>
          )}
          {offer.durations.length > 1 && <Durations data={data} onDuration={setDuration} />}
          <div class="pick">
            <div class="days">
              <Calendar
                data={data}
                shown={shown}
                month={similar}
                isBusy={month === undefined}
                chosen={date}
                isLive={isLive}
                onMonth={(name) => {
                  setShown(name)
                  setDate(null)
                }}
                onDay={chooseDay}
              />
              {loaded === 'failed' && (
                <p class="errors" role="alert">
                  {texts.loadFailed}{' '}
                  <button
                    class="quiet"
                    type="button"
                    onClick={() => {
                      setMonths({})
                      setRound(round + 1)
                    }}
                  >
                    {texts.tryAgain}
                  </button>
                </p>
              )}
              {month && isEmpty(month) && (
                <p class="empty" role="status">
                  {filled(texts.noTimes, { month: writeMonth(speech, shown) })}{' '}
                  {ahead !== undefined && (
                    <a
                      href={monthAddress(data, ahead)}
                      onClick={(event) => {
                        event.preventDefault()
                        setShown(ahead)
                      }}
                    >
                      {filled(texts.lookAt, { month: writeMonth(speech, ahead) })}
                    </a>
                  )}
                </p>
              )}
              <div class="settings">
                <ZoneChoice
                  data={data}
                  zone={zone}
                  isLive={isLive}
                  loadZones={actions?.loadZones ?? (() => Promise.resolve([]))}
                  onZone={(next) => void takeZone(next)}
                />
                {isLive && (
                  // biome-ignore lint/a11y/useSemanticElements: two buttons of which one is pressed, not fields of a form.
                  <div class="clock" role="group" aria-label={texts.clock}>
                    {[true, false].map((is12) => (
                      <button key={String(is12)} type="button" aria-pressed={hour12 === is12} onClick={() => setHour12(is12)}>
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
      )}
    </div>
  )
}

const keyOf = (zone: string, duration: number, month: string): string => `${zone} ${duration} ${month}`

const isEmpty = ({ days }: Month): boolean => Object.keys(days).length === 0

/** So many months are looked through for somebody who stands before an empty one. */
const farthestAhead = 6

/** The month to go on to: the next one or, from an empty month, the first that has times or is not known yet. Undefined if there is nothing. */
const monthAhead = (from: Month, known: (name: string) => Loaded | undefined): string | undefined => {
  let last = from
  for (let step = 1; last.hasNext; step += 1) {
    const name = nextMonth(last.month)
    const next = known(name)
    if (next === undefined || next === 'failed' || !isEmpty(from) || !isEmpty(next) || step === farthestAhead) return name
    last = next
  }
  return undefined
}

const timeIn = ({ days }: Month, start: string): [date: string, time: Time] | [] => {
  for (const [date, times] of Object.entries(days)) {
    const time = times.find(([one]) => one === start)
    if (time) return [date, time]
  }
  return []
}

const slotOf = ([start, clock, , offset = null, until]: Time, date: string, minutes: number): Slot => ({
  start,
  date,
  clock,
  until: until ?? clockAfter(clock, minutes),
  offset,
})

/** `1:30 am – 2:30 am`, and which, where there are two */
const clocksOf = (speech: Speech, { clock, until, offset }: Slot, hour12: boolean): string =>
  [writeClock(speech, clock, hour12), ...(offset ? [`(${offset})`] : []), '–', writeClock(speech, until, hour12)].join(' ')

/** Where the clock is not changed meanwhile. */
const clockAfter = (clock: string, minutes: number): string => {
  const after = (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) + minutes) % 1440
  return `${String(Math.floor(after / 60)).padStart(2, '0')}:${String(after % 60).padStart(2, '0')}`
}

const Durations = ({ data, onDuration }: { readonly data: BookingData; readonly onDuration: (minutes: number) => void }) => {
  const { speech, offer, duration } = data
  return (
    <nav class="durations" aria-label={speech.texts.duration}>
      {offer.durations.map((minutes) => (
        <a
          key={minutes}
          href={monthAddress({ ...data, duration: minutes }, data.month.month)}
          aria-current={minutes === duration ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault()
            onDuration(minutes)
          }}
        >
          {lasting(speech, minutes)}
        </a>
      ))}
    </nav>
  )
}

/** Without a script: the form can be sent to another time, with all that is in it. */
const OtherTimes = ({
  data,
  times,
  date,
  hour12,
}: {
  readonly data: BookingData
  readonly times: readonly Time[]
  readonly date: string
  readonly hour12: boolean
}) => (
  <fieldset class="other-times">
    <legend>{data.speech.texts.stillFree}</legend>
    {times.map(([start, clock]) => (
      <button key={start} class="second" type="submit" formAction={timeAddress(data, start, date)}>
        {writeClock(data.speech, clock, hour12)}
      </button>
    ))}
  </fieldset>
)
