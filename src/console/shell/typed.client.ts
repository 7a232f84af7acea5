// What was typed into a form waits in this tab until the form was taken, also when the session ended or the network
// went meanwhile.

import { texts } from './script-texts.client.ts'
import { say, sayFailed } from './toast.client.ts'
import { unfold } from './unfold.client.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Typed {
  /** Where the form is. */
  readonly page: string
  readonly values: readonly (readonly [name: string, value: string, isChecked: boolean])[]
  /** The browser has left the page to send it, and the next page tells what became of it. */
  readonly isSent: boolean
}

const prefix = `openslot typed ${document.body.dataset.person} `

const keyOf = (form: HTMLFormElement): string => `${prefix}${location.pathname} ${form.getAttribute('action')}`

/** Fields that are saved one by one keep themselves, and so do the hours of a week. */
const isKept = (form: HTMLFormElement | null): form is HTMLFormElement =>
  form?.matches('#main form[method=post]:not([data-save], .hours)') ?? false

/** Never a secret, nor what the page itself says. */
const controlsOf = (form: HTMLFormElement): Control[] =>
  ([...form.elements] as Control[]).filter(
    (one) =>
      one.matches('input, textarea, select') &&
      one.name !== '' &&
      !one.matches('[type=hidden], [type=password], [type=file], [type=submit], [autocomplete=one-time-code]'),
  )

const isTickable = (one: Control): one is HTMLInputElement => one.type === 'checkbox' || one.type === 'radio'

const keep = (form: HTMLFormElement, isSent: boolean): void => {
  const values = controlsOf(form).map((one) => [one.name, one.value, isTickable(one) && one.checked] as const)
  sessionStorage.setItem(
    keyOf(form),
    JSON.stringify({ page: location.pathname + location.search, values, isSent } satisfies Typed),
  )
}

export const forgetTyped = (form: HTMLFormElement): void => sessionStorage.removeItem(keyOf(form))

const readTyped = (key: string): Typed | undefined => {
  const kept = sessionStorage.getItem(key)
  return kept === null ? undefined : (JSON.parse(kept) as Typed)
}

/** True when the form holds something else now than the page did. */
const giveBack = (form: HTMLFormElement): boolean => {
  const left = [...(readTyped(keyOf(form))?.values ?? [])]
  const changed: Control[] = []
  for (const one of controlsOf(form)) {
    const index = left.findIndex(([name, value]) => name === one.name && (!isTickable(one) || value === one.value))
    const [, value = '', isChecked = false] = left.splice(index, index < 0 ? 0 : 1)[0] ?? []
    if (index < 0 || (isTickable(one) ? one.checked === isChecked : one.value === value)) continue
    if (isTickable(one)) one.checked = isChecked
    else one.value = value
    changed.push(one)
  }
  // What follows what is typed, such as a drawing beside it, follows this too.
  for (const one of changed) one.dispatchEvent(new Event('input', { bubbles: true }))
  return changed.length > 0
}

const formsNow = (): HTMLFormElement[] => [...document.forms].filter(isKept)

/** What was ticked is ticked in the page that follows, too; not in the form that was sent, of which that page tells. */
export const keepTicks = (next: Element, sent: HTMLFormElement | undefined): void => {
  for (const form of formsNow().filter((one) => one !== sent)) {
    const same = next.querySelector<HTMLFormElement>(`form[action="${CSS.escape(form.getAttribute('action') ?? '')}"]`)
    for (const { name, value, checked } of controlsOf(form).filter(
      (one) => isTickable(one) && one.checked !== one.defaultChecked,
    ) as HTMLInputElement[]) {
      const box = same && controlsOf(same).find((one) => isTickable(one) && one.name === name && one.value === value)
      if (box) Object.assign(box, { checked })
    }
  }
}

/**
 * A form that was sent was taken, unless this page says otherwise: it answers with a refusal, or is the page of the
 * form once more. Gives the keys of the forms that this page answers.
 */
const settle = (): readonly string[] => {
  const answered: string[] = []
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const { answers } = document.body.dataset
  const isSame =
    new URLSearchParams(location.search).has('typed') || (answers === undefined && navigation?.type !== 'navigate')
  for (const key of Object.keys(sessionStorage).filter((one) => one.startsWith(prefix))) {
    const typed = readTyped(key)
    if (!typed?.isSent) continue
    if (answers !== undefined) {
      answered.push(key)
      // The address of an answer is often no page; that of its form is.
      history.replaceState(history.state, '', typed.page)
    }
    if (isSame || answers === 'refused')
      sessionStorage.setItem(key, JSON.stringify({ ...typed, isSent: false } satisfies Typed))
    else sessionStorage.removeItem(key)
  }
  return answered
}

export const watchTyped = (): void => {
  if (!document.body.dataset.person) return
  // A refusal holds what was sent; what is in the other forms of the page was not.
  const answered = settle()
  const forms = formsNow().filter((form) => !answered.includes(keyOf(form)) && giveBack(form))
  forms.forEach(unfold)
  if (forms.length > 0) say(texts.kept)
  document.addEventListener('console:changed', () => formsNow().forEach(giveBack))
  document.addEventListener('input', ({ target }) => {
    const one = target as Control
    // What is only ticked is no text that somebody would miss.
    if (one.form !== undefined && isKept(one.form) && (!isTickable(one) || readTyped(keyOf(one.form))))
      keep(one.form, false)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || !form.matches('[method=post]')) return
    // The browser would show an error in the place of the page.
    if (!navigator.onLine) {
      event.preventDefault()
      return sayFailed()
    }
    if (isKept(form)) keep(form, !form.matches('[data-swap]'))
  })
}
