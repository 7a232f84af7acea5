import { texts } from './script-texts.client.ts'

const shownMilliseconds = 10_000
const region = document.getElementById('toasts')
let timer = 0

/** What can still be taken back goes along to the next page of this tab, for as long as it is shown. */
const keptKey = 'openslot undo'

const forgetKept = (): void => sessionStorage.removeItem(keptKey)

const keep = (until: number): void => {
  if (!region?.querySelector('form')) forgetKept()
  else
    sessionStorage.setItem(
      keptKey,
      JSON.stringify({ until, person: document.body.dataset.person, shown: region.outerHTML }),
    )
}

/** On another page the form leads to its own page, instead of replacing this one in place. */
const showKept = (): void => {
  const { until, person, shown } = JSON.parse(sessionStorage.getItem(keptKey) ?? '{}')
  const left = until - Date.now()
  if (
    !region ||
    !(left > 0) ||
    person !== document.body.dataset.person ||
    document.body.dataset.answers === 'refused'
  ) {
    forgetKept()
    return
  }
  region.replaceChildren(
    ...(new DOMParser().parseFromString(shown, 'text/html').getElementById('toasts')?.childNodes ?? []),
  )
  region.querySelector('form')?.removeAttribute('data-swap')
  startTimer(left)
}

/** Gone after ten seconds, but never while somebody points at it or has the focus in it. */
const startTimer = (milliseconds = shownMilliseconds): void => {
  clearTimeout(timer)
  keep(Date.now() + milliseconds)
  timer = window.setTimeout(() => {
    if (region?.matches(':hover, :focus-within')) {
      startTimer()
      return
    }
    region?.replaceChildren()
    forgetKept()
  }, milliseconds)
}

/** Says something for ten seconds. */
export const say = (text: string): void => {
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.append(Object.assign(document.createElement('span'), { textContent: text }))
  region?.replaceChildren(toast)
  startTimer()
}

/** With a link to the sign-in, which comes back here. */
export const sayWithLink = (text: string, href: string, linkText: string): void => {
  say(text)
  region?.firstElementChild?.append(Object.assign(document.createElement('a'), { href, textContent: linkText }))
}

export const sayFailed = (): void => say(texts.failed)

/** Shows what a page that was just fetched says. Emptied first, so that screen readers hear the same linkText again. */
export const showToastOf = (fetched: Document): void => {
  const toast = fetched.querySelector('#toasts > .toast')
  region?.replaceChildren()
  forgetKept()
  if (!toast) return
  requestAnimationFrame(() => {
    region?.replaceChildren(document.importNode(toast, true))
    startTimer()
  })
}

/** The address says what was done until it is read; a reload does not say it again. */
export const forgetDone = (): void => {
  const address = new URL(location.href)
  const told = address.searchParams.has('done')
    ? ['done', 'of', 'was', 'kind', 'role', 'invited', 'guest', 'seal']
    : ['typed']
  if (!told.some((name) => address.searchParams.has(name))) return
  for (const name of told) address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
}

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select')

export const watchToasts = (): void => {
  forgetDone()
  if (region?.firstElementChild) startTimer()
  else showKept()
  // It is taken back once.
  region?.addEventListener('submit', forgetKept)
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isText(event.target)) return
    const undo = region?.querySelector('form')
    if (!undo) return
    event.preventDefault()
    undo.requestSubmit()
  })
}
