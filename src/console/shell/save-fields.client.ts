import { forget, keep, restore } from './kept.client.ts'
import { texts } from './script-texts.client.ts'
import { refresh, signInAddress } from './swap.client.ts'
import { say, sayFailed, sayWithLink } from './toast.client.ts'
import { unfold } from './unfold.client.ts'

type Outcome =
  | { readonly texts: Readonly<Record<string, string>> }
  | { readonly errors: Readonly<Record<string, string>> }

/** Sends what one field holds, and says under it what became of it. What was typed stays. */
const saveField = async (field: HTMLElement): Promise<void> => {
  const form = field.closest('form')
  if (!form) return
  const names = (field.dataset.field ?? '').split(' ')
  const all = new FormData(form)
  const body = new URLSearchParams({ form_token: String(all.get('form_token')) })
  for (const name of names) {
    body.append('fields', name)
    for (const value of all.getAll(name)) body.append(name, String(value))
  }
  const sign = document.getElementById('saved')
  try {
    const answer = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } })
    if (answer.status === 401) return sayWithLink(texts.signedOut, signInAddress(), '→')
    if (answer.status === 403) return showError(field, ((await answer.json()) as { readonly message: string }).message)
    if (answer.status === 404 && (await refresh())) return say(texts.gone)
    if (!answer.ok && answer.status !== 400) return sayFailed()
    const outcome = (await answer.json()) as Outcome
    if (!('texts' in outcome)) {
      sign?.setAttribute('hidden', '')
      return showError(
        field,
        names.map((name) => outcome.errors?.[name]).find(Boolean) ??
          Object.values(outcome.errors ?? {})[0] ??
          texts.failed,
      )
    }
    showError(field, undefined)
    forget(field)
    for (const [id, text] of Object.entries(outcome.texts)) document.getElementById(id)?.replaceChildren(text)
    sign?.removeAttribute('hidden')
    document.dispatchEvent(new CustomEvent('console:saved', { detail: { names } }))
    if (field.dataset.refreshes === undefined) return
    await refresh()
    // The page that was fetched does not know that something was just saved.
    document.getElementById('saved')?.removeAttribute('hidden')
  } catch {
    sayFailed()
    showError(field, texts.failed)
    // Nobody types it once more when the network is back.
    window.addEventListener('online', () => field.isConnected && void saveField(field), { once: true })
  }
}

const showError = (field: HTMLElement, text: string | undefined): void => {
  const wrong = field.querySelector<HTMLElement>('.wrong')
  if (wrong) Object.assign(wrong, { textContent: text ?? '', hidden: text === undefined })
  for (const input of field.querySelectorAll('input:not([type=hidden]), select, textarea')) {
    if (text === undefined) input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
}

const fieldOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('form[data-save="field"] [data-field]') : null

export const watchFields = (): void => {
  const restoreAll = (): void => {
    for (const field of document.querySelectorAll<HTMLElement>('form[data-save="field"] [data-field]')) {
      if (!restore(field)) continue
      showError(field, texts.kept)
      unfold(field)
    }
  }
  restoreAll()
  document.addEventListener('console:changed', restoreAll)
  document.addEventListener('input', (event) => {
    const field = fieldOf(event.target)
    if (field) keep(field)
  })
  document.addEventListener('change', (event) => {
    const field = fieldOf(event.target)
    if (field) void saveField(field)
  })
  // Enter saves the field that it is pressed in. The browser has sent `change` before it.
  document.addEventListener('submit', (event) => {
    if ((event.target as Element).matches('form[data-save="field"]')) event.preventDefault()
  })
}
