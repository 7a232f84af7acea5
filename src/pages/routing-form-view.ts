import { html, Markup } from '#http/markup.ts'
import { type Destination, type FormQuestion, isChoice, type OpenForm } from '#routing/index.ts'
import type { Speech } from '../../web/booking/page-data.ts'
import { filled } from '../../web/booking/words.ts'
import { localeFor, speechOf } from './booking/speech.ts'
import { isHexColor, themeOf } from './booking/theme.ts'
import { type Complaints, errorSummary } from './fields.ts'
import { pageStyle } from './style.ts'

/** How the page of a form looks to whoever frames it, and how it speaks. */
export interface Frame {
  /** Stands in somebody else's page, which is told its height. */
  readonly isEmbedded: boolean
  readonly css: string
  readonly nonce: string
  readonly speech: Speech
}

const colorIn = (query: URLSearchParams, name: string): string | undefined => {
  const hex = query.get(name) ?? ''
  return isHexColor(hex) ? hex : undefined
}

export const frameFor = (query: URLSearchParams, acceptLanguage: string | undefined, nonce: string): Frame => ({
  isEmbedded: query.has('embed_domain'),
  css: themeOf({ primary: colorIn(query, 'primary_color'), background: colorIn(query, 'background_color'), text: colorIn(query, 'text_color') }),
  nonce,
  speech: speechOf(localeFor(query.get('locale'), acceptLanguage, 'en')),
})

/** What the pages of a form have beside what all have. Nothing depends on the height of the window, or an embed would never shrink. */
const formStyle = `
body { min-height: 0 }
main { margin-top: clamp(0rem, 6vh, 3rem) }
.of { color: var(--soft); font-size: .925rem; margin: 0 0 .2rem }
.field label small, legend small { font-weight: 400; color: var(--soft) }
input[type=tel], textarea { display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--field); border-radius: 8px }
textarea { min-height: 7rem; resize: vertical }
textarea:focus-visible { outline-offset: 0; border-color: var(--accent) }
@media (max-width: 30rem) { main { margin-top: 0 } }
.embedded { background: transparent }
.embedded main { margin: 0 auto; border-color: transparent }
`

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

const document = (title: string, { isEmbedded, css, nonce, speech }: Frame, body: Markup): string =>
  html`<!doctype html>
<html lang="${speech.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${new Markup(pageStyle + formStyle + css)}</style>
</head>
<body${isEmbedded && html` class="embedded"`}>
<main class="narrow">
${body}
</main>
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
  (choice, place) =>
    html`<label class="choice" for="${id}-${place}"><input id="${id}-${place}" type="radio" name="${id}" value="${choice}"${required && html` required`}${value === choice && html` checked`}><span>${choice}</span></label>`,
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

export const formPage = ({ name, organizationName, questions }: OpenForm, frame: Frame, { action, token, values, complaints }: Filling): string =>
  document(
    `${name} · ${organizationName}`,
    frame,
    html`<p class="of">${organizationName}</p>
<h1>${name}</h1>
${errorSummary(namedIn(questions, complaints))}
<form method="post" action="${action}"><input type="hidden" name="form_token" value="${token}">
${questions.map((question) => fieldFor(frame.speech, question, values[fieldOf(question)] ?? '', complaints[fieldOf(question)]))}
<button class="full" type="submit">${frame.speech.texts.goOn}</button>
</form>`,
  )

/** Where it led, when that is no meeting: some words, or another site, which must not be opened in a frame. */
export const resultPage = (result: Exclude<Destination, { type: 'event_type' }>, frame: Frame): string => {
  if (result.type === 'custom_message')
    return document(
      result.value.headline,
      frame,
      // Built anew from what is allowed when the form was saved.
      html`<h1>${result.value.headline}</h1>
<div>${new Markup(result.value.body)}</div>`,
    )
  const { texts } = frame.speech
  const { host } = new URL(result.value)
  return document(
    texts.leadsOnTitle,
    frame,
    html`<h1>${texts.leadsOnTitle}</h1>
<p>${filled(texts.leadsOn, { host })}</p>
<p><a class="button" href="${result.value}" target="_top" rel="noopener noreferrer">${filled(texts.openSite, { host })}</a></p>`,
  )
}

export const noticePage = (title: string, words: string, frame: Frame): string => document(title, frame, html`<h1>${title}</h1><p>${words}</p>`)
