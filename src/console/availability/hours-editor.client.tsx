import { useEffect, useRef, useState } from 'preact/hooks'
import { readClockTime, readEndTime } from './clock-time.ts'
import { followDrag, keyedRange } from './dragging.client.ts'
import { type Drafts, type HoursActs, type HoursData, HoursForm } from './hours-form.tsx'
import { forgetHours, keepHours, saveHours, sayHours, weekWithKept } from './save-hours.client.ts'
import { addedRange, type HourRange, merged, movedRange, type Week, withDay } from './week.ts'

const pauseMilliseconds = 500

/** When what was not sent yet is sent at once. */
const moments = ['pagehide', 'online']

/** The form with a state of its own. What was changed is saved half a second after the last change, row by row. */
export const HoursEditor = ({ data }: { readonly data: HoursData }) => {
  const [week, setWeek] = useState<Week>(data.week)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [wrong, setWrong] = useState<Readonly<Record<number, string>>>({})
  const saved = useRef<Week>(data.week)
  const isSaving = useRef(false)
  const hasFailed = useRef(false)
  const isDragging = useRef(false)
  const current = useRef<Week>(data.week)
  current.current = week

  const showError = (day: number, text: string | undefined): void =>
    setWrong(({ [day]: _, ...others }) => (text === undefined ? others : { ...others, [day]: text }))

  const take = (next: Week): void => {
    current.current = next
    setWeek(next)
    setDrafts({})
  }

  useEffect(() => {
    if (isDragging.current || week === saved.current) return
    const timer = setTimeout(flush, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [week])

  // Nothing is lost by leaving within that half second, or by a page that takes the place of this one.
  useEffect(() => {
    for (const moment of moments) addEventListener(moment, flush)
    const kept = weekWithKept(data)
    if (kept) take(kept)
    return () => {
      for (const moment of moments) removeEventListener(moment, flush)
      flush()
    }
  }, [])

  /** One after the other, so that the last change of a row is the one that stays. */
  const flush = (): void => {
    if (current.current === saved.current) return
    if (isSaving.current) return
    isSaving.current = true
    void save(current.current).finally(() => {
      isSaving.current = false
      if (current.current !== saved.current && !hasFailed.current) flush()
    })
  }

  const save = async (next: Week): Promise<void> => {
    const before = saved.current
    const days = next.flatMap((ranges, day) => (JSON.stringify(ranges) === JSON.stringify(before[day]) ? [] : [day]))
    saved.current = next
    if (days.length === 0) return
    const errors = await saveHours(data, next, days)
    for (const day of days) showError(day, errors?.[day])
    hasFailed.current = errors === undefined || Object.keys(errors).length > 0
    if (errors === undefined) keepHours(data, next, days)
    else forgetHours(data)
    if (hasFailed.current) saved.current = before
    else sayHours(data, before, next, days)
  }

  const change = (day: number, ranges: readonly HourRange[]): void => {
    showError(day, undefined)
    take(withDay(current.current, day, ranges))
  }
  const rangesOf = (day: number): readonly HourRange[] => current.current[day] ?? []
  const replaced = (day: number, index: number, range: HourRange): HourRange[] =>
    rangesOf(day).map((one, which) => (which === index ? range : one))

  const actions: HoursActs = {
    type: (key, text) => setDrafts((now) => ({ ...now, [key]: text })),
    take(day, index, side, text) {
      const minutes = side === 'to' ? readEndTime(text) : readClockTime(text)
      const range = rangesOf(day)[index]
      if (!range) return
      if (minutes === undefined) return showError(day, data.texts.badTime)
      const next = { ...range, [side]: minutes }
      if (next.from >= next.to) return showError(day, data.texts.badEnd)
      change(day, replaced(day, index, next))
    },
    step(day, index, side, by) {
      const range = rangesOf(day)[index]
      if (range) change(day, replaced(day, index, movedRange(range, by, side === 'to' ? 'end' : 'start')))
    },
    turn: (day, isOn) => change(day, isOn ? addedRange([]) : []),
    add: (day) => change(day, addedRange(rangesOf(day))),
    remove: (day, index) =>
      change(
        day,
        rangesOf(day).filter((_, which) => which !== index),
      ),
    copy(day, to) {
      take(current.current.map((ranges, other) => (to.includes(other) ? rangesOf(day) : ranges)))
      for (const menu of document.querySelectorAll<HTMLDetailsElement>('.copy-menu[open]')) {
        menu.open = false
        menu.querySelector('summary')?.focus()
      }
    },
    key(event, day, index) {
      const range = rangesOf(day)[index]
      if (!range) return
      const next = keyedRange(event, range)
      if (next === null) actions.remove(day, index)
      else if (next) change(day, replaced(day, index, next))
    },
    press(event) {
      isDragging.current = followDrag(event, current.current, (next, isOver) => {
        if (!isOver) return setWeek(next)
        isDragging.current = false
        take(next.map(merged))
      })
    },
  }

  return <HoursForm data={data} week={week} drafts={drafts} wrong={wrong} actions={actions} />
}
