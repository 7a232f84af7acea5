import type { BookingData } from './page-data.ts'

/** The query of the page with some parameters changed; undefined removes one. */
export const queryWith = (query: string, changes: Readonly<Record<string, string | undefined>>): string => {
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) parameters.delete(name)
    else parameters.set(name, value)
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

type Chosen = Pick<BookingData, 'eventType' | 'query' | 'timezone' | 'isZoneChosen' | 'duration'>

/** The visitor's choices are passed from page to page, for browsers without scripts. */
const chosen = ({ eventType, timezone, isZoneChosen, duration }: Chosen) => ({
  ...(isZoneChosen ? { timezone } : {}),
  ...(eventType.durations.length > 1 ? { duration: String(duration) } : {}),
})

export const monthAddress = (data: Chosen, month: string): string =>
  `${data.eventType.path}${queryWith(data.query, { ...chosen(data), month })}`

export const dayAddress = (data: Chosen, date: string): string =>
  `${data.eventType.path}${queryWith(data.query, { ...chosen(data), month: date.slice(0, 7), date })}`

/** Where visitors wait who find no time. */
export const waitingListAddress = (data: Chosen, timezone: string): string =>
  `${data.eventType.path}/waiting_list${queryWith(data.query, { ...chosen(data), timezone })}`

export const timeAddress = (data: Chosen, start: string, date: string): string =>
  `${data.eventType.path}/${start}${queryWith(data.query, { ...chosen(data), month: date.slice(0, 7), date })}`
