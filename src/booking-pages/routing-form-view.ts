import { html, Markup } from '#http/markup.ts'
import type { Brand } from '#organizations/index.ts'
import { errorSummary, type FieldErrors } from '#pages/fields.ts'
import { colorsFrom, themeOf } from '#pages/theme.ts'
import { type Destination, type FormQuestion, isChoice, type OpenForm } from '#routing/index.ts'
import { filled } from '#ui/format.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import type { Assets } from './assets.ts'
import { isEmbedded, visitorPage } from './page-frame.ts'

/** How the page of a form is shown, and in which language. */
export interface FormFrame {
  readonly query: URLSearchParams
  readonly nonce: string
  readonly language: PageLanguage
}

/** Posts the height of this page to the one around it, on load and on every change. */
const postHeightScript = `(() => {
  if (window.parent === window) return
  let posted = 0
  const postHeight = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
    if (height === posted) return
    posted = height
    window.parent.postMessage({ event: 'calendly.page_height', payload: { height: height + 'px' } }, '*')
  }
  new ResizeObserver(postHeight).observe(document.documentElement)
  postHeight()
})()`

/** A page of a form: its content and its title. */
export interface FormPage {
  readonly title: string
  readonly body: Markup
  readonly isNotice?: boolean
}

/** The same layout as the booking pages, since it leads to one of them. A frame around it is sent its height. */
export const layOutForm = (
  { title, body, isNotice = false }: FormPage,
  { query, nonce, language }: FormFrame,
  brand: Brand | undefined,
  { style }: Assets,
): string =>
  visitorPage({
    ...{ title, language, brand, query },
    head: html`<style nonce="${nonce}">${new Markup(themeOf(colorsFrom(query, brand?.color)) + style)}</style>`,
    main: html`<main><div class="card narrow${isNotice && ' notice'}">
${body}
</div></main>`,
    last: isEmbedded(query) && html`<script nonce="${nonce}">${new Markup(postHeightScript)}</script>`,
  })

/** The name of the answer's field in the form. */
export const fieldOf = ({ uuid }: Pick<FormQuestion, 'uuid'>): string => `q-${uuid}`

const autocompletes: Readonly<Partial<Record<FormQuestion['type'], string>>> = {
  name: 'name',
  email: 'email',
  phone: 'tel',
}

const fieldFor = (
  { texts }: PageLanguage,
  question: FormQuestion,
  value: string,
  wrong: string | undefined,
): Markup => {
  const { name, type, required, answer_choices } = question
  const id = fieldOf(question)
  const label = html`${name}${!required && html` <small>(${texts.optional})</small>`}`
  const state = html`${required && html` required`}${wrong !== undefined && html` aria-invalid="true" aria-describedby="${id}-wrong"`}`
  const error = wrong !== undefined && html`<span class="wrong" id="${id}-wrong">${wrong}</span>`
  // Also those configured as a drop-down: it would open beyond the height of the frame.
  if (isChoice(type))
    return html`<fieldset id="${id}" tabindex="-1"${wrong !== undefined && html` aria-describedby="${id}-wrong"`}><legend>${label}</legend>
${answer_choices.map(
  (choice, index) =>
    html`<label class="choice" for="${id}-${index}"><input id="${id}-${index}" type="radio" name="${id}" value="${choice}"${required && html` required`}${value === choice && html` checked`}><span>${choice}</span></label>`,
)}
${error}</fieldset>`
  const control =
    type === 'textarea'
      ? html`<textarea id="${id}" name="${id}" rows="4" maxlength="10000"${state}>
${value}</textarea>`
      : html`<input id="${id}" name="${id}" type="${type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'text'}" autocomplete="${autocompletes[type] ?? 'off'}" maxlength="255" value="${value}"${state}>`
  return html`<div class="field"><label for="${id}">${label}</label>${control}${error}</div>`
}

export interface FormState {
  readonly action: string
  readonly token: string
  /** The answers so far, by the names of the fields. */
  readonly values: Readonly<Record<string, string>>
  readonly errors: FieldErrors
}

/** With the name of each question: several may be missing. */
const namedIn = (questions: readonly FormQuestion[], errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, words]) => {
      const question = questions.find((one) => fieldOf(one) === field)
      return [field, question ? `${question.name}: ${words}` : words]
    }),
  )

export const formPage = (
  { name, organizationName, questions }: OpenForm,
  frame: FormFrame,
  { action, token, values, errors }: FormState,
): FormPage => ({
  title: `${name} · ${organizationName}`,
  body: html`<p class="soft of">${organizationName}</p>
<h1>${name}</h1>
${errorSummary(namedIn(questions, errors))}
<form method="post" action="${action}"><input type="hidden" name="form_token" value="${token}">
${questions.map((question) => fieldFor(frame.language, question, values[fieldOf(question)] ?? '', errors[fieldOf(question)]))}
<button class="send" type="submit">${frame.language.texts.goOn}</button>
</form>`,
})

/** The result, when it is no meeting: a text, or another site, which must not be opened in a frame. */
export const resultPage = (result: Exclude<Destination, { type: 'event_type' }>, frame: FormFrame): FormPage => {
  if (result.type === 'custom_message')
    return {
      title: result.value.headline,
      // Rebuilt from the allowed tags when the form was saved.
      body: html`<h1>${result.value.headline}</h1>
<div class="description">${new Markup(result.value.body)}</div>`,
    }
  const { texts } = frame.language
  const { host } = new URL(result.value)
  return {
    title: texts.leadsOnTitle,
    body: html`<h1>${texts.leadsOnTitle}</h1>
<p>${filled(texts.leadsOn, { host })}</p>
<p><a class="button" href="${result.value}" target="_top" rel="noopener noreferrer">${filled(texts.openSite, { host })}</a></p>`,
  }
}

export const noticePage = (title: string, words: string): FormPage => ({
  title,
  body: html`<h1>${title}</h1><p class="soft">${words}</p>`,
  isNotice: true,
})
