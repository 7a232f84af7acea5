import { html, type Markup } from '#http/markup.ts'
import type { Language } from '../../languages/language.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  /** What a password manager should put here. */
  readonly autocomplete?: string
  readonly value?: string | undefined
  readonly hint?: string
  /** What is wrong with what was sent. */
  readonly wrong?: string | undefined
  readonly autofocus?: boolean
  readonly inputmode?: 'numeric'
  readonly maxlength?: number
}

/** A labelled input; its error is shown beside it, and linked for screen readers. */
export const field = ({
  name,
  label,
  type = 'text',
  autocomplete = 'off',
  value,
  hint,
  wrong,
  autofocus = false,
  inputmode,
  maxlength,
}: Field): Markup => {
  const described = [wrong !== undefined && `${name}-wrong`, hint !== undefined && `${name}-hint`]
    .filter(Boolean)
    .join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${value !== undefined && html` value="${value}"`}${maxlength !== undefined && html` maxlength="${maxlength}"`}${inputmode && html` inputmode="${inputmode}"`}${described !== '' && html` aria-describedby="${described}"`}${wrong !== undefined && html` aria-invalid="true"`}${autofocus && html` autofocus`}${type !== 'password' && html` spellcheck="false" autocapitalize="none"`}>
${wrong !== undefined && html`<span class="wrong" id="${name}-wrong">${wrong}</span>`}
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
</div>`
}

/** Hidden: it lets a password manager know whose password this is. */
export const usernameField = (email: string): Markup =>
  html`<input type="text" name="username" value="${email}" autocomplete="username" hidden readonly>`

/** A secret that is shown once, with a button that copies it. */
export const secretField = ({ account: { copy } }: Language, secret: string, look = 'secret'): Markup =>
  html`<code class="${look}">${secret}</code><button class="second" type="button" hidden data-copy="${secret}">${copy}</button>`

/** Errors by the name of their field; `base` for the whole form. */
export type FieldErrors = Readonly<Record<string, string>>

/** At the top of a form that was refused, with a link to each field. */
export const errorSummary = (errors: FieldErrors): Markup | false => {
  const entries = Object.entries(errors)
  if (entries.length === 0) return false
  return html`<div class="errors" role="alert" tabindex="-1">${entries.map(([name, words]) => (name === 'base' ? html`<p>${words}</p>` : html`<p><a href="#${name}">${words}</a></p>`))}</div>`
}
