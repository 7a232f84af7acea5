// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA practices have a table here.
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time is focusable; see `tab`.
import type { ComponentChild } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import {
  counted,
  dateOf,
  dayNumber,
  filled,
  nextMonth,
  previousMonth,
  weekdays,
  weeksOf,
  writeDate,
  writeMonth,
} from '#ui/format.ts'
import { LeftIcon, RightIcon } from '#ui/icons.tsx'
import { dayAddress, monthAddress } from './addresses.ts'
import type { BookingData, Month } from './page-data.ts'

interface CalendarProps {
  readonly data: BookingData
  readonly shown: string
  readonly month: Month | undefined
  /** Its times are loading: what is shown may be that of another zone. */
  readonly isBusy: boolean
  readonly chosen: string | null
  /** The script runs: days are reached by arrow keys, one of them by the tab key. */
  readonly isLive: boolean
  readonly onMonth: (month: string) => void
  readonly onDay: (date: string) => void
}

/** A month as a grid of days: those without times cannot be clicked. */
export const Calendar = ({ data, shown, month, isBusy, chosen, isLive, onMonth, onDay }: CalendarProps) => {
  const { language } = data
  const { texts } = language
  const weeks = weeksOf(language, shown)
  const open = month?.days ?? {}
  const firstOpen = Object.keys(open).sort()[0]
  const [pointed, point] = useState<string | undefined>(undefined)
  const grid = useRef<HTMLTableElement>(null)
  const wantsFocus = useRef(false)
  const current = [pointed, chosen, firstOpen].find((date) => date?.startsWith(shown)) ?? `${shown}-01`

  // Focuses the requested day, and keeps the focus on a day that becomes another element because its times have loaded.
  // Checked before the grid changes: the browser drops the focus of an element that is removed.
  const hadFocus = grid.current?.contains(document.activeElement)
  useLayoutEffect(() => {
    const target = grid.current?.querySelector<HTMLElement>(`[data-date="${current}"]`)
    if (wantsFocus.current || (hadFocus && document.activeElement !== target)) target?.focus()
    wantsFocus.current = false
  })

  // Until a month is loaded, its neighbours are unknown, except the one the visitor came from.
  const seen = useRef(shown)
  if (month) seen.current = shown
  const canGo = (target: string): boolean => {
    if (target < shown) return month ? month.hasPrevious : target >= seen.current
    return month ? month.hasNext : target <= seen.current
  }

  const goTo = (date: string): void => {
    const target = date.slice(0, 7)
    if (target !== shown && !canGo(target)) return
    point(date)
    wantsFocus.current = true
    if (target !== shown) onMonth(target)
  }

  // The keys of the ARIA practices for grids of dates.
  const onKeyDown = (event: KeyboardEvent): void => {
    const date = (event.target as HTMLElement).dataset.date
    if (date === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    const day = dayNumber(date)
    const inWeek = (((day + 4 - language.firstWeekday) % 7) + 7) % 7
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -7,
      ArrowDown: 7,
      Home: -inWeek,
      End: 6 - inWeek,
    }
    const step = steps[event.key]
    if (step !== undefined) goTo(dateOf(day + step))
    else if (event.key === 'PageUp') goTo(sameDay(date, previousMonth(shown)))
    else if (event.key === 'PageDown') goTo(sameDay(date, nextMonth(shown)))
    else if (event.key === ' ' && open[date]) onDay(date)
    else return
    event.preventDefault()
  }

  const arrow = (target: string, label: string, icon: ComponentChild) =>
    canGo(target) ? (
      <a
        class="arrow"
        href={monthAddress(data, target)}
        aria-label={label}
        onClick={(event) => {
          event.preventDefault()
          onMonth(target)
        }}
      >
        {icon}
      </a>
    ) : (
      <span class="arrow off">{icon}</span>
    )

  const tab = (date: string) => (isLive ? { tabIndex: date === current ? 0 : -1 } : {})
  return (
    <section class="calendar" aria-label={texts.chooseDay}>
      <div class="month">
        <h2 id="month" aria-live="polite">
          {writeMonth(language, shown)}
          {isLive && isBusy && <span class="spinner" aria-hidden="true" />}
        </h2>
        {arrow(previousMonth(shown), texts.previousMonth, <LeftIcon />)}
        {arrow(nextMonth(shown), texts.nextMonth, <RightIcon />)}
      </div>
      <table ref={grid} role="grid" aria-labelledby="month" aria-busy={isBusy} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays(language).map(({ long, short }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, number) => (
            <tr key={week.find(Boolean) ?? number} aria-hidden={week.some(Boolean) ? undefined : 'true'}>
              {week.map((date, index) => {
                if (date === undefined) {
                  return (
                    <td key={`gap ${index}`} role="gridcell">
                      <span class="day" />
                    </td>
                  )
                }
                const times = open[date]
                const isToday = date === month?.today
                return times ? (
                  <td key={date} role="gridcell" aria-selected={date === chosen}>
                    <a
                      class={`day open${isToday ? ' today' : ''}`}
                      href={dayAddress(data, date)}
                      data-date={date}
                      aria-label={`${writeDate(language, date)}: ${counted(language, times.length, texts.availableTimes)}`}
                      aria-current={isToday ? 'date' : undefined}
                      {...tab(date)}
                      onFocus={() => point(date)}
                      onClick={(event) => {
                        event.preventDefault()
                        onDay(date)
                      }}
                    >
                      {Number(date.slice(8))}
                    </a>
                  </td>
                ) : (
                  <td
                    key={date}
                    role="gridcell"
                    aria-disabled="true"
                    data-date={date}
                    {...tab(date)}
                    onFocus={() => point(date)}
                  >
                    <span class={`day${isToday ? ' today' : ''}`}>
                      <span aria-hidden="true">{Number(date.slice(8))}</span>
                      <span class="unseen">{filled(texts.dayWithout, { date: writeDate(language, date) })}</span>
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The same day of another month, or its last. */
const sameDay = (date: string, month: string): string => {
  const last = dayNumber(`${nextMonth(month)}-01`) - 1
  return dateOf(Math.min(dayNumber(`${month}-01`) + Number(date.slice(8)) - 1, last))
}
