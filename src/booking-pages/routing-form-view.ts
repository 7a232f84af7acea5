import { html, Markup } from '#http/markup.ts'
import type { Brand } from '#organizations/index.ts'
import { type Complaints, errorSummary } from '#pages/fields.ts'
import { type Destination, type FormQuestion, isChoice, type OpenForm } from '#routing/index.ts'
import type { Speech } from '../../web/booking/page-data.ts'
import { filled } from '../../web/booking/words.ts'
import type { Assets } from './assets.ts'
import { foot } from './foot.ts'
import { logoMarkup } from './pictures.ts'
import { localeFor, speechOf } from './speech.ts'
import { colorsFrom, themeOf } from './theme.ts'

/** How the page of a form looks to whoever frames it, and how it speaks. */
export interface Frame {
  /** Stands in somebody else's page, which is told its height. */
  readonly isEmbedded: boolean
  readonly query: URLSearchParams
  readonly nonce: string
  readonly speech: Speech
}

export const frameFor = (query: URLSearchParams, acceptLanguage: string | undefined, nonce: string): Frame => ({
  isEmbedded: query.has('embed_domain'),
  query,
  nonce,
  speech: speechOf(localeFor(query.get('locale'), null, acceptLanguage)),
})

/** Tells the page around how high this one is, when it loads and whenever that changes. */
const tellHeight = `(() => {
  if (window.parent === window) return
  let told = 0
  const tell = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
    if (height === told) return
    told = height
    window.parent.postMessage({ event: 'calendly.page_height', payload: { height: height + 'px' } }, '*')
  }
  new ResizeObserver(tell).observe(document.documentElement)
  tell()
})()`

/** A page of a form: what is in it, and whose it is. */
export interface FormPage {
  readonly title: string
  readonly body: Markup
  readonly isNotice?: boolean
}

/** It looks as the booking pages do, to one of which it leads. */
export const layOutForm = (
  { title, body, isNotice = false }: FormPage,
  { isEmbedded, query, nonce, speech }: Frame,
  brand: Brand | undefined,
  { style }: Assets,
): string =>
  html`<!doctype html>
<html lang="${speech.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${new Markup(themeOf(colorsFrom(query, brand?.color)) + style)}</style>
</head>
<body${isEmbedded && html` class="embedded"`}>
${!isEmbedded && logoMarkup(brand)}
<main><div class="card narrow${isNotice && ' notice'}">
${body}
</div></main>
${!isEmbedded && foot(query, speech)}
${isEmbedded && html`<script nonce="${nonce}">${new Markup(tellHeight)}</script>`}
</body>
</html>
`.text

/** Under this name an answer is sent, and its field is found. */
export const fieldOf = ({ uuid }: Pick<FormQuestion, 'uuid'>): string => `q-${uuid}`

const autocompletes: Readonly<Partial<Record<FormQuestion['type'], string>>> = { name: 'name', email: 'email', phone: 'tel' }

const fieldFor = ({ texts }: Speech, question: FormQuestion, value: string, wrong: string | undefined): Markup => {
  const { name, type, required, answer_choices } = question
  const id = fieldOf(question)
  const label = html`${name}${!required && html` <small>(${texts.optional})</small>`}`
  const state = html`${required && html` required`}${wrong !== undefined && html` aria-invalid="true" aria-describedby="${id}-wrong"`}`
  const complaint = wrong !== undefined && html`<span class="wrong" id="${id}-wrong">${wrong}</span>`
  // Also those that ask for a drop-down: it would open beyond the height that a frame was told.
  if (isChoice(type))
    return html`<fieldset id="${id}" tabindex="-1"${wrong !== undefined && html` aria-describedby="${id}-wrong"`}><legend>${label}</legend>
${answer_choices.map(
  (choice, index) =>
    html`<label class="choice" for="${id}-${index}"><input id="${id}-${index}" type="radio" name="${id}" value="${choice}"${required && html` required`}${value === choice && html` checked`}><span>${choice}</span></label>`,
)}
${complaint}</fieldset>`
  const control =
    type === 'textarea'
      ? html`<textarea id="${id}" name="${id}" rows="4" maxlength="10000"${state}>
${value}</textarea>`
      : html`<input id="${id}" name="${id}" type="${type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'text'}" autocomplete="${autocompletes[type] ?? 'off'}" maxlength="255" value="${value}"${state}>`
  return html`<div class="field"><label for="${id}">${label}</label>${control}${complaint}</div>`
}

export interface Filling {
  readonly action: string
  readonly token: string
  /** What was answered so far, by the names of the fields. */
  readonly values: Readonly<Record<string, string>>
  readonly complaints: Complaints
}

/** With the name of each question: several may lack the same. */
const namedIn = (questions: readonly FormQuestion[], complaints: Complaints): Complaints =>
  Object.fromEntries(
    Object.entries(complaints).map(([field, words]) => {
      const question = questions.find((one) => fieldOf(one) === field)
      return [field, question ? `${question.name}: ${words}` : words]
    }),
  )

export const formPage = ({ name, organizationName, questions }: OpenForm, frame: Frame, { action, token, values, complaints }: Filling): FormPage => ({
  title: `${name} · ${organizationName}`,
  body: html`<p class="soft of">${organizationName}</p>
<h1>${name}</h1>
${errorSummary(namedIn(questions, complaints))}
<form method="post" action="${action}"><input type="hidden" name="form_token" value="${token}">
${questions.map((question) => fieldFor(frame.speech, question, values[fieldOf(question)] ?? '', complaints[fieldOf(question)]))}
<button class="send" type="submit">${frame.speech.texts.goOn}</button>
</form>`,
})

/** Where it led, when that is no meeting: some words, or another site, which must not be opened in a frame. */
export const resultPage = (result: Exclude<Destination, { type: 'event_type' }>, frame: Frame): FormPage => {
  if (result.type === 'custom_message')
    return {
      title: result.value.headline,
      // Built anew from what is allowed when the form was saved.
      body: html`<h1>${result.value.headline}</h1>
<div class="description">${new Markup(result.value.body)}</div>`,
    }
  const { texts } = frame.speech
  const { host } = new URL(result.value)
  return {
    title: texts.leadsOnTitle,
    body: html`<h1>${texts.leadsOnTitle}</h1>
<p>${filled(texts.leadsOn, { host })}</p>
<p><a class="button" href="${result.value}" target="_top" rel="noopener noreferrer">${filled(texts.openSite, { host })}</a></p>`,
  }
}

export const noticePage = (title: string, words: string): FormPage => ({ title, body: html`<h1>${title}</h1><p class="soft">${words}</p>`, isNotice: true })
