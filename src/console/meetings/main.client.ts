import { counted, filled } from '#ui/format.ts'
import type { MeetingsTexts } from '../../../languages/console/meetings.ts'

// New bookings appear by themselves: the server says that something has changed, and the list is asked for again.

const awayMilliseconds = 10_000

const listed = (): HTMLElement | null => document.getElementById('listed')
const meetingsIn = (list: Element): readonly Element[] => [...list.querySelectorAll('[id^="meeting-"]')]
const textsIn = (list: HTMLElement): MeetingsTexts['live'] => JSON.parse(list.dataset.texts ?? '{}')
const put = (id: string, text: string): void => document.getElementById(id)?.replaceChildren(text)

/** Of the list that was fetched: what the one that is shown has not. */
const newIn = (next: Element, now: Element): readonly Element[] => {
  const known = new Set(meetingsIn(now).map(({ id }) => id))
  return meetingsIn(next).filter(({ id }) => !known.has(id))
}

const textOf = (meeting: Element): string => {
  const row = meeting.closest('li') ?? meeting
  return [
    ...new Set(
      [...row.querySelectorAll('a, .when, .facts > span, b, span')].filter(({ children }) => children.length === 0),
    ),
  ]
    .map(({ textContent }) => textContent?.trim())
    .filter(Boolean)
    .join(', ')
}

let waiting: HTMLElement | undefined

const show = (next: HTMLElement): void => {
  waiting = undefined
  const now = listed()
  const offer = document.getElementById('live-offer')
  if (offer) offer.hidden = true
  if (!now || now.innerHTML === next.innerHTML) return
  const added = newIn(next, now)
  const focused = now.contains(document.activeElement) ? document.activeElement?.id : undefined
  now.replaceChildren(...next.childNodes)
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
  for (const one of added) (one.closest('li') ?? one).classList.add('new')
  const [first] = added
  if (first) put('live-said', filled(textsIn(now).added, { what: textOf(first) }))
}

/** Nothing moves under the pointer: there it is offered. */
const showOrOffer = (next: HTMLElement): void => {
  const now = listed()
  if (!now || now.innerHTML === next.innerHTML) return
  if (!now.matches(':hover')) {
    show(next)
    return
  }
  waiting = next
  const { count, changed } = textsIn(now)
  const added = newIn(next, now).length
  const offer = document.getElementById('live-offer')
  if (!offer) return
  offer.textContent = added === 0 ? changed : counted({ locale: document.documentElement.lang }, added, count)
  offer.hidden = false
}

const load = async (): Promise<void> => {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!answer?.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('listed')
  if (next) showOrOffer(next)
}

let source: EventSource | undefined
let away = 0

const noteAway = (): void => {
  const list = listed()
  if (!away && list) away = window.setTimeout(() => put('live-away', textsIn(list).away), awayMilliseconds)
}

/** Only while the page is seen: a browser has few connections to one server. */
const connect = (): void => {
  source?.close()
  source = undefined
  clearTimeout(away)
  away = 0
  const address = listed()?.dataset.source
  if (document.hidden || address === undefined) return
  source = new EventSource(address)
  source.addEventListener('message', () => void load())
  source.addEventListener('error', noteAway)
  source.addEventListener('open', () => {
    clearTimeout(away)
    away = 0
    put('live-away', '')
    // What happened before it was open.
    void load()
  })
}

document.addEventListener('visibilitychange', connect)
window.addEventListener('online', connect)
document.addEventListener('click', (event) => {
  if (waiting && (event.target as Element).closest('#live-offer')) show(waiting)
})
document.addEventListener('pointerout', (event) => {
  const list = listed()
  if (waiting && list?.contains(event.target as Element) && !list.contains(event.relatedTarget as Element | null))
    show(waiting)
})
connect()
