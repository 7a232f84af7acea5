// What was typed into a form that is sent in the background waits in this tab until it has arrived, also when the session ended meanwhile.

import { texts } from './script-texts.ts'
import { say, sayFailed } from './toast.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Sent {
  /** Where the form is. */
  readonly page: string
  readonly action: string
  readonly values: readonly (readonly [name: string, value: string, isChecked: boolean])[]
}

const keyNow = (): string => `openslot sent ${document.body.dataset.person}`
const pageNow = (): string => location.pathname + location.search

/** Never a password, nor what the page itself says. */
const controlsOf = (form: HTMLFormElement): Control[] =>
  ([...form.elements] as Control[]).filter(
    (one) => one.matches('input, textarea, select') && one.name !== '' && !one.matches('[type=hidden], [type=password], [type=file], [type=submit]'),
  )

const isTickable = (one: Control): one is HTMLInputElement => one.type === 'checkbox' || one.type === 'radio'

const keepSent = (form: HTMLFormElement): void => {
  const values = controlsOf(form).map((one) => [one.name, one.value, isTickable(one) && one.checked] as const)
  if (values.length === 0) return
  sessionStorage.setItem(keyNow(), JSON.stringify({ page: pageNow(), action: form.getAttribute('action') ?? '', values } satisfies Sent))
}

export const forgetSent = (): void => sessionStorage.removeItem(keyNow())

const giveBack = ({ page, action, values }: Sent): void => {
  if (new URL(page, location.origin).pathname !== location.pathname) return
  const form = [...document.querySelectorAll<HTMLFormElement>('form[method=post]')].find((one) => one.getAttribute('action') === action)
  const controls = form ? controlsOf(form) : []
  if (!form || controls.length !== values.length) return
  forgetSent()
  values.forEach(([name, value, isChecked], index) => {
    const one = controls[index]
    if (one?.name !== name) return
    if (isTickable(one)) one.checked = isChecked
    else one.value = value
  })
  const fold = form.closest('details')
  if (fold) fold.open = true
  say(texts.kept)
}

export const watchTyped = (): void => {
  if (!document.body.dataset.person) return
  const kept = sessionStorage.getItem(keyNow())
  if (kept !== null) giveBack(JSON.parse(kept) as Sent)
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || !form.matches('[method=post]')) return
    // The browser would show an error in the place of the page.
    if (!navigator.onLine) {
      event.preventDefault()
      return sayFailed()
    }
    if (form.matches('[data-swap]')) keepSent(form)
  })
}
