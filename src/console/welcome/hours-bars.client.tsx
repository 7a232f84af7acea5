import { render } from 'preact'
import { readClockTime, readEndTime, writeClockTime } from '../availability/clock-time.ts'
import { followDrag, keyedRange } from '../availability/dragging.client.ts'
import { HoursBar, HoursScale } from '../availability/hours-bar.tsx'
import { type HourRange, shownHours, type Week } from '../availability/week.ts'
import type { BarsData } from './hours-view.tsx'

/** A time field has no 24:00; hours that end at 00:00 last until midnight. */
const writeEndTime = (minutes: number): string => writeClockTime(minutes % 1440)

/** One range a day: what is dragged beside it makes it longer. */
const spanOf = (ranges: readonly HourRange[]): HourRange | undefined =>
  ranges.length === 0
    ? undefined
    : { from: Math.min(...ranges.map(({ from }) => from)), to: Math.max(...ranges.map(({ to }) => to)) }

/** The fields of a day. They are what is sent, and the only state: the bars show them and write to them. */
const fieldsOf = (row: Element) => ({
  box: row.querySelector<HTMLInputElement>('[name="day"]'),
  from: row.querySelector<HTMLInputElement>('[name$="_from"]'),
  until: row.querySelector<HTMLInputElement>('[name$="_until"]'),
})

const hoursIn = (row: Element): readonly HourRange[] => {
  const { box, from, until } = fieldsOf(row)
  const range = { from: readClockTime(from?.value ?? ''), to: readEndTime(until?.value ?? '') }
  return box?.checked && range.from !== undefined && range.to !== undefined && range.from < range.to
    ? [range as HourRange]
    : []
}

/** What the fields of a day hold, whether or not it is a range. */
interface Held {
  readonly isOn: boolean
  readonly from: string
  readonly until: string
}

const heldIn = (row: Element): Held => {
  const { box, from, until } = fieldsOf(row)
  return { isOn: box?.checked ?? false, from: from?.value ?? '', until: until?.value ?? '' }
}

/** A day without hours keeps the times that its fields had. */
const heldFor = (ranges: readonly HourRange[], before: Held): Held => {
  const span = spanOf(ranges)
  return span
    ? { isOn: true, from: writeClockTime(span.from), until: writeEndTime(span.to) }
    : { ...before, isOn: false }
}

const write = (row: Element, held: Held): void => {
  const { box, from, until } = fieldsOf(row)
  if (box) box.checked = held.isOn
  if (from) from.value = held.from
  if (until) until.value = held.until
}

/** Draws a bar beside the fields of every day: to drag, and to move by keys. */
export const drawBars = (): void => {
  const data = document.getElementById('bars-data')?.textContent
  const scale = document.getElementById('bars-scale')
  if (!data || !scale) return
  const { texts, names, halves } = JSON.parse(data) as BarsData
  // As the browser writes the time fields beside the bars.
  const clock = {
    hour12: new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ?? false,
    halves,
  }
  const rows = [...document.querySelectorAll('.days > .day')]
  const weekNow = (): Week => rows.map(hoursIn)

  /** Takes a week instead of the one there was, and gives back to the days that are as before what they held. */
  const taking = (before: Week): ((week: Week) => void) => {
    const held = rows.map(heldIn)
    return (week) => {
      rows.forEach((row, day) => {
        const [was, now] = [held[day], week[day]]
        if (was && now) write(row, now === before[day] ? was : heldFor(now, was))
      })
      draw()
    }
  }

  const press = (event: PointerEvent): void => {
    const before = weekNow()
    followDrag(event, before, taking(before))
  }

  const key = (event: KeyboardEvent, day: number): void => {
    const before = weekNow()
    const range = before[day]?.[0]
    const next = range && keyedRange(event, range)
    if (next === undefined) return
    taking(before)(before.map((ranges, other) => (other === day ? (next ? [next] : []) : ranges)))
    // The bar that had the focus is gone.
    if (next === null) rows[day]?.querySelector<HTMLElement>('[name="day"]')?.focus()
  }

  const draw = (): void => {
    const week = weekNow()
    const shown = shownHours(week)
    render(
      <>
        <span>{texts.drag}</span>
        <HoursScale shown={shown} clock={clock} />
      </>,
      scale,
    )
    rows.forEach((row, day) => {
      const place = row.querySelector('.bar-place')
      if (place)
        render(
          <HoursBar
            day={day}
            name={names[day] ?? ''}
            ranges={week[day] ?? []}
            shown={shown}
            texts={texts}
            clock={clock}
            onKey={(event) => key(event, day)}
            onPress={press}
          />,
          place,
        )
    })
  }

  draw()
  document.querySelector('.days')?.addEventListener('input', draw)
  // Browsers put back what was typed when one comes back to a page.
  addEventListener('pageshow', draw)
}
