import { hydrate } from 'preact'
import { filled } from '#ui/format.ts'
import type { Actions } from './actions.ts'
import { Booking } from './booking.tsx'
import { post, postEscapes, postHeights } from './frame-messages.client.ts'
import type { BookingData, BookingResponse, FormValues, Month, PageData } from './page-data.ts'
import { sendWithProof } from './proof.client.ts'
import type { Selection } from './state.ts'

const page = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as PageData

const ask = (address: string): Promise<Response> => fetch(address, { headers: { accept: 'application/json' } })

const json = async <T,>(answer: Response): Promise<T> => {
  if (!answer.ok) throw new Error(String(answer.status))
  return (await answer.json()) as T
}

const actionsFor = ({ eventType, language, placesPath }: BookingData): Actions => ({
  loadMonth: async (month, timezone, duration) => {
    const query = new URLSearchParams({
      timezone,
      duration: String(duration),
      locale: language.locale,
      ...eventType.monthsQuery,
    })
    const answer = await ask(`${eventType.months}${encodeURIComponent(month)}?${query}`)
    return answer.status === 400 ? undefined : json<Month>(answer)
  },
  loadZones: async () => json(await ask('/api/booking/time_zones')),
  loadPlaces: async () => json(await ask(placesPath)),
  send: async (action, form) => {
    const fault = { outcome: 'refused', message: language.texts.fault } as const
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    try {
      return await sendWithProof(async (proof) => {
        const answer = await fetch(action, {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams(proof === undefined ? fields : [...fields, ['proof', proof]]),
        })
        const outcome = (await answer.json()) as Partial<BookingResponse>
        return outcome.outcome === undefined ? fault : (outcome as BookingResponse)
      }, fault)
    } catch {
      return { outcome: 'refused', message: language.texts.sendFailed }
    }
  },
  valuesOf: (form) => {
    const values: Record<string, string[]> = {}
    for (const [name, value] of new FormData(form))
      if (value !== '') values[name] = [...(values[name] ?? []), String(value)]
    return values
  },
  tellChosen: () => postEvent('date_and_time_selected'),
  keepTyped: (values) => {
    const { form_token, ...typed } = values
    inStorage((storage) => storage.setItem(typedKey(eventType.path), JSON.stringify(typed)))
  },
  typedBefore: () => {
    const kept = inStorage((storage) => storage.getItem(typedKey(eventType.path)))
    return kept ? (JSON.parse(kept) as FormValues) : undefined
  },
  finish: ({ to, redirect, event, invitee }) => {
    inStorage((storage) => storage.removeItem(typedKey(eventType.path)))
    // Back leads to the booking, not to a form for a time that is taken.
    window.history.replaceState(null, '', to)
    window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
    postEvent('event_scheduled', { event: { uri: event }, invitee: { uri: invitee } })
    if (redirect === null) window.location.assign(to)
    else if (!page.isEmbedded) window.location.assign(redirect)
    // A frame that may not navigate its top window shows our own page.
    else if (window.open(redirect, '_top') === null) window.location.assign(to)
  },
  follow: ({ to }) => {
    inStorage((storage) => storage.removeItem(typedKey(eventType.path)))
    window.location.replace(to)
  },
  ownZone: () => {
    try {
      return Intl.DateTimeFormat().resolvedOptions().timeZone
    } catch {
      return undefined
    }
  },
  go: (address, selection) => window.history.pushState(selection, '', address),
  onBack: (listener) => {
    const listen = ({ state }: PopStateEvent): void => listener((state as Selection | null) ?? undefined)
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  },
  onReturn: (listener) => {
    const listen = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) listener()
    }
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  },
})

const typedKey = (path: string): string => `openslot typed ${path}`

/** A browser may refuse storage, above all in another site's frame. */
const inStorage = <T,>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(window.sessionStorage)
  } catch {
    return undefined
  }
}

const postEvent = (name: string, payload: object = {}): void => {
  if (page.isEmbedded) post(name, payload)
}

/** In a frame without our origin nothing can be loaded or sent. The visitor is told before filling in a form. */
const isSandboxed = window.origin === 'null'

const showSandboxNotice = (before: HTMLElement, { language }: BookingData): void => {
  const address = new URL(window.location.href)
  for (const name of ['embed_domain', 'embed_type']) address.searchParams.delete(name)
  const words = document.createElement('p')
  words.className = 'errors'
  words.setAttribute('role', 'alert')
  words.textContent = filled(language.texts.sealedOff, { address: address.href })
  before.prepend(words)
}

const showNameForBrokenLogo = (logo: HTMLImageElement | null): void => {
  const show = (): void => {
    if (!logo) return
    logo.nextElementSibling?.setAttribute('class', 'logo')
    logo.remove()
  }
  if (logo?.complete && logo.naturalWidth === 0) show()
  else logo?.addEventListener('error', show)
}

const root = document.getElementById('booking')
if (root && page.booking) {
  if (isSandboxed) showSandboxNotice(root, page.booking)
  else hydrate(<Booking data={page.booking} actions={actionsFor(page.booking)} />, root)
}
showNameForBrokenLogo(document.querySelector<HTMLImageElement>('img.logo'))
if (page.viewed) postEvent(page.viewed)
if (page.isEmbedded) {
  postHeights()
  postEscapes()
}
