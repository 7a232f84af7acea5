import { texts } from './script-texts.client.ts'
import { forgetDone, say, sayFailed, sayWithLink, showToastOf } from './toast.client.ts'
import { forgetTyped, keepTicks } from './typed.client.ts'

/**
 * What finds the same element in the page that follows: its id, its address, the menu that it is in, or its form's
 * address.
 */
const sameAs = (element: Element): string => {
  const selector = (name: string, attribute: string, of: Element): string =>
    `main ${name}[${attribute}="${CSS.escape(of.getAttribute(attribute) ?? '')}"]`
  if (element.id) return `#${CSS.escape(element.id)}`
  if (element.matches('a[href]')) return selector('a', 'href', element)
  const menu = element.closest('details.menu')?.querySelector('summary[aria-label]')
  if (menu) return selector('summary', 'aria-label', menu)
  const form = element.closest('form')
  const name = element.getAttribute('name')
  return form ? `${selector('form', 'action', form)} ${name ? `[name="${CSS.escape(name)}"]` : 'button'}` : '#main'
}

const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')]

/**
 * Returns what gives the focus back once the page was replaced: to what is wrong, to what is next, to the same element,
 * to the row in the place of a deleted one, or to the page.
 */
const keepFocus = (following = ''): (() => void) => {
  const focused = document.activeElement
  if (!focused?.closest('main, #toasts')) return () => {}
  const [same, index] = [sameAs(focused), rows().findIndex((row) => row.contains(focused))]
  return () => {
    const row = index < 0 ? undefined : (rows()[index] ?? rows().at(-1))
    const wrong = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
    const next =
      wrong ??
      document.getElementById(following) ??
      document.querySelector<HTMLElement>(same) ??
      row?.querySelector<HTMLElement>('a') ??
      document.getElementById('main')
    next?.focus({ preventScroll: true })
  }
}

/** `data-stays`: what somebody typed or ticked there is in the page that follows, too. */
const keepInputs = (next: Element): void => {
  for (const { id, value, checked } of document.querySelectorAll<HTMLInputElement>(
    'main :is(input, select)[data-stays]',
  )) {
    const same = next.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`)
    if (same) Object.assign(same, { value, checked })
  }
}

interface Sent {
  readonly form: HTMLFormElement
  /** The id of what has the focus then. */
  readonly next: string | undefined
}

/**
 * Puts the page that follows in the place of this one: the focus, what is folded open and how far it is scrolled stay.
 */
const showPage = (text: string, address: string, sent?: Sent): void => {
  const fetched = new DOMParser().parseFromString(text, 'text/html')
  const [now, next] = [document.getElementById('main'), fetched.getElementById('main')]
  if (!now || !next) {
    if (address === location.href) location.reload()
    else location.assign(address)
    return
  }
  const giveFocusBack = keepFocus(sent?.next)
  keepInputs(next)
  keepTicks(next, sent?.form)
  const open = [...now.querySelectorAll('details[open][id]')].map(({ id }) => id)
  for (const id of open) next.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '')
  now.className = next.className
  now.replaceChildren(...next.childNodes)
  document.title = fetched.title
  history.replaceState(history.state, '', address)
  forgetDone()
  showToastOf(fetched)
  giveFocusBack()
  document.dispatchEvent(new CustomEvent('console:changed'))
}

/**
 * Sends a form in the background. `data-next`, of its button or its own, is the id of what has the focus once it was
 * taken.
 */
export const sendForm = async (form: HTMLFormElement, submitter: HTMLElement | null = null): Promise<void> => {
  if (form.getAttribute('aria-busy') === 'true') return
  form.setAttribute('aria-busy', 'true')
  const { next } = { ...form.dataset, ...submitter?.dataset }
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value))
  try {
    const answer = await fetch(submitter?.getAttribute('formaction') ?? form.action, {
      method: 'POST',
      body,
      headers: { accept: 'text/html' },
    })
    const address = new URL(answer.url)
    if (address.pathname === '/login') sayWithLink(texts.signedOut, signInAddress(), '→')
    // The form was too old: its page is loaded anew, and then holds what was typed.
    else if (address.searchParams.has('typed')) location.assign(address)
    else if (answer.status >= 500) sayFailed()
    else {
      if (answer.ok) forgetTyped(form)
      const text = await answer.text()
      // No screen of ours answers: what the form was about is gone, or no longer this person's.
      const isGone = (answer.status === 403 || answer.status === 404) && !text.includes('id="main"')
      if (isGone && (await refresh())) say(texts.gone)
      else showPage(text, answer.redirected ? answer.url : location.href, { form, next: answer.ok ? next : undefined })
    }
  } catch {
    sayFailed()
  } finally {
    form.removeAttribute('aria-busy')
  }
}

/** Shows this page as it is now, be it that it is gone. False when that could not be had. */
export const refresh = async (): Promise<boolean> => {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  const isShown = answer.ok || answer.status === 404
  if (isShown) showPage(await answer.text(), location.href)
  return isShown
}

export const signInAddress = (): string =>
  `/login?${new URLSearchParams({ return_to: location.pathname + location.search })}`

export const watchSwaps = (): void => {
  // `data-submits`: a choice that is sent at once.
  document.addEventListener('change', (event) => {
    const input = event.target as HTMLInputElement
    if (input.dataset.submits !== undefined) input.form?.requestSubmit()
  })
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (!form.matches('[data-swap]') || event.defaultPrevented) return
    event.preventDefault()
    const { submitter } = event
    // At once: it is taken back should the answer be no.
    if (submitter?.matches('[role=switch]'))
      submitter.setAttribute('aria-checked', String(submitter.getAttribute('aria-checked') !== 'true'))
    void sendForm(form, submitter)
  })
}
