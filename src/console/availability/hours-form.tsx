import { counted, filled } from '#ui/format.ts'
import { CloseIcon, CopyIcon, PlusIcon } from '#ui/icons.tsx'
import type { AvailabilityTexts } from '../../../languages/console/availability.ts'
import { type ClockNotation, showClockTime } from './clock-time.ts'
import { HoursBar, HoursScale } from './hours-bar.tsx'
import { type HourRange, shownHours, type Week, type Weekday, workdays } from './week.ts'

/** What the page gives to the script. */
export interface HoursData {
  readonly action: string
  readonly token: string
  readonly locale: string
  readonly clock: ClockNotation
  /** In the order in which they are shown. */
  readonly days: readonly Weekday[]
  readonly dayNames: readonly string[]
  readonly texts: AvailabilityTexts['hours'] & { readonly undo: string }
  readonly week: Week
}

/** What is typed and not read yet. */
export type Drafts = Readonly<Record<string, string>>

/** What the script does; without one, the buttons send the form. */
export interface HoursActions {
  type(key: string, text: string): void
  take(day: number, index: number, side: keyof HourRange, text: string): void
  step(day: number, index: number, side: keyof HourRange, by: number): void
  turn(day: number, isOn: boolean): void
  add(day: number): void
  remove(day: number, index: number): void
  copy(day: number, to: readonly number[]): void
  key(event: KeyboardEvent, day: number, index: number): void
  press(event: PointerEvent): void
}

interface HoursFormProps {
  readonly data: HoursData
  readonly week: Week
  readonly drafts?: Drafts
  /** By the day. */
  readonly wrong?: Readonly<Record<number, string>>
  readonly actions?: HoursActions
}

/** Seven days: a switch, plain time fields, and a bar over the same state. */
export const HoursForm = ({ data, week, drafts = {}, wrong = {}, actions }: HoursFormProps) => {
  const { texts } = data
  const shown = shownHours(week)
  return (
    <form
      method="post"
      action={data.action}
      class={data.clock.hour12 ? 'hours twelve' : 'hours'}
      onSubmit={(event) => actions && event.preventDefault()}
    >
      <input type="hidden" name="form_token" value={data.token} />
      {/* Enter in a field sends the form by its first button. */}
      <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
      <p class="unseen" id="hours-keys">
        {texts.keys}
      </p>
      <ul aria-label={texts.week}>
        <li class="scale-row" aria-hidden="true">
          <HoursScale shown={shown} clock={data.clock} />
        </li>
        {week.map((ranges, day) => (
          <DayRow
            key={data.days[day]}
            data={data}
            day={day}
            ranges={ranges}
            shown={shown}
            drafts={drafts}
            wrong={wrong[day]}
            actions={actions}
          />
        ))}
      </ul>
      {!actions && (
        <noscript>
          <button type="submit">{texts.save}</button>
        </noscript>
      )}
    </form>
  )
}

interface DayRowProps {
  readonly data: HoursData
  readonly day: number
  readonly ranges: readonly HourRange[]
  readonly shown: HourRange
  readonly drafts: Drafts
  readonly wrong: string | undefined
  readonly actions: HoursActions | undefined
}

const DayRow = ({ data, day, ranges, shown, drafts, wrong, actions }: DayRowProps) => {
  const { texts, locale } = data
  const [id, name] = [data.days[day] ?? '', data.dayNames[day] ?? '']
  const isOn = ranges.length > 0
  const label = isOn
    ? filled(texts.rowOn, { day: name, ranges: counted({ locale }, ranges.length, texts.ranges) })
    : filled(texts.rowOff, { day: name })
  return (
    <li class="day-row">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of a grid in every browser. */}
      <div class="day-group" role="group" aria-label={label}>
        <input type="hidden" name={`${id}-shown`} value="yes" />
        <label class="day-name">
          <input
            type="checkbox"
            role="switch"
            aria-checked={isOn ? 'true' : 'false'}
            class="switch-box"
            name={`${id}-on`}
            checked={isOn}
            onChange={(event) => actions?.turn(day, event.currentTarget.checked)}
          />
          <span>{name}</span>
        </label>
        <div class="ranges">
          {isOn ? (
            ranges.map((range, index) => (
              <RangeFields
                key={index}
                data={data}
                day={day}
                index={index}
                range={range}
                drafts={drafts}
                wrong={wrong}
                actions={actions}
              />
            ))
          ) : (
            <p class="none">{texts.notAvailable}</p>
          )}
          <p class="wrong" id={`${id}-wrong`} role="alert">
            {wrong}
          </p>
        </div>
        <div class="day-actions">
          <button
            type="submit"
            class="icon-only"
            name="add"
            value={id}
            aria-label={filled(texts.add, { day: name })}
            onClick={() => actions?.add(day)}
          >
            <PlusIcon />
          </button>
          <CopyMenu data={data} day={day} actions={actions} />
        </div>
        <HoursBar
          day={day}
          name={name}
          ranges={ranges}
          shown={shown}
          texts={texts}
          clock={data.clock}
          {...(actions
            ? { onKey: (event: KeyboardEvent, index: number) => actions.key(event, day, index), onPress: actions.press }
            : {})}
        />
      </div>
    </li>
  )
}

interface RangeFieldsProps extends Omit<DayRowProps, 'ranges' | 'shown'> {
  readonly index: number
  readonly range: HourRange
}

const RangeFields = (props: RangeFieldsProps) => {
  const { data, day, index, range, actions } = props
  const id = data.days[day] ?? ''
  const texts = {
    day: data.dayNames[day] ?? '',
    from: showClockTime(data.clock, range.from),
    to: showClockTime(data.clock, range.to),
  }
  return (
    <div class="range-fields">
      <TimeField side="from" {...props} />
      <span aria-hidden="true">–</span>
      <TimeField side="to" {...props} />
      {index > 0 && (
        <button
          type="submit"
          class="icon-only"
          // Not `remove`: a form's fields hide its methods of the same name, and this one is called when the page is
          // replaced.
          name="drop"
          value={`${id}.${index}`}
          aria-label={filled(data.texts.remove, texts)}
          onClick={() => actions?.remove(day, index)}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  )
}

const TimeField = ({
  side,
  data,
  day,
  index,
  range,
  drafts,
  wrong,
  actions,
}: RangeFieldsProps & { readonly side: keyof HourRange }) => {
  const id = data.days[day] ?? ''
  const key = `${day} ${index} ${side}`
  return (
    <input
      type="text"
      // A keypad of digits has no letters for the halves of a day.
      inputMode={data.clock.hour12 ? undefined : 'numeric'}
      autocomplete="off"
      name={`${id}-${side}`}
      value={drafts[key] ?? showClockTime(data.clock, range[side])}
      aria-label={filled(data.texts[side], { day: data.dayNames[day] ?? '' })}
      aria-invalid={(wrong !== undefined && drafts[key] !== undefined) || undefined}
      aria-describedby={`${id}-wrong`}
      onInput={(event) => actions?.type(key, event.currentTarget.value)}
      onChange={(event) => actions?.take(day, index, side, event.currentTarget.value)}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
        if (by === 0 || !actions) return
        event.preventDefault()
        actions.step(day, index, side, by * (event.shiftKey ? 60 : 15))
      }}
    />
  )
}

const CopyMenu = ({
  data: { texts, days: week, dayNames },
  day,
  actions,
}: Pick<DayRowProps, 'data' | 'day' | 'actions'>) => {
  const id = week[day] ?? ''
  const name = dayNames[day] ?? ''
  const places = (days: readonly Weekday[]): number[] => days.map((one) => week.indexOf(one))
  const groups = [
    { value: 'weekdays', label: texts.weekdays, days: places(workdays) },
    { value: 'all', label: texts.allDays, days: places(week) },
  ]
  return (
    <details class="menu copy-menu">
      <summary class="icon-only" aria-label={filled(texts.copy, { day: name })}>
        <CopyIcon />
      </summary>
      <fieldset>
        <legend>{filled(texts.copyTo, { day: name })}</legend>
        <div class="row">
          {groups.map(({ value, label, days }) => (
            <button
              key={value}
              type="submit"
              class="second sm"
              name="copy"
              value={`${id}.${value}`}
              onClick={() => actions?.copy(day, days)}
            >
              {label}
            </button>
          ))}
        </div>
        {week.map((other, index) =>
          index === day ? null : (
            <label key={other} class="choice">
              <input type="checkbox" name={`${id}-copy`} value={other} />
              {dayNames[index]}
            </label>
          ),
        )}
        <button
          type="submit"
          class="sm"
          name="copy"
          value={`${id}.chosen`}
          onClick={(event) => {
            const boxes =
              event.currentTarget.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input:checked') ?? []
            actions?.copy(day, places([...boxes].map(({ value }) => value as Weekday)))
          }}
        >
          {texts.copyNow}
        </button>
      </fieldset>
    </details>
  )
}
