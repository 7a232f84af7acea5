import type { ComponentChildren } from 'preact'
import type { Brand } from '#organizations/index.ts'
import { colorsFrom, themeOf } from '#pages/theme.ts'
import { type Destination, type FormQuestion, isChoice, type OpenForm } from '#routing/index.ts'
import { InlineScript, InlineStyle } from '#ui/document.tsx'
import { filled } from '#ui/format.ts'
import { type FieldErrors, Form, FormErrors, TextField } from '#ui/forms.tsx'
import { Labeled } from '#ui/labeled.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import type { Assets } from './assets.ts'
import { isEmbedded, visitorPage } from './page-frame.tsx'

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
  readonly body: ComponentChildren
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
    head: <InlineStyle nonce={nonce} text={themeOf(colorsFrom(query, brand?.color)) + style} />,
    children: (
      <>
        <main>
          <div class={isNotice ? 'card narrow notice' : 'card narrow'}>{body}</div>
        </main>
        {isEmbedded(query) && <InlineScript nonce={nonce} text={postHeightScript} />}
      </>
    ),
  })

/** The name of the answer's field in the form. */
export const fieldOf = ({ uuid }: Pick<FormQuestion, 'uuid'>): string => `q-${uuid}`

const autocompletes: Readonly<Partial<Record<FormQuestion['type'], string>>> = {
  name: 'name',
  email: 'email',
  phone: 'tel',
}

interface AnswerFieldProps {
  readonly texts: PageLanguage['texts']
  readonly question: FormQuestion
  readonly value: string
  readonly wrong: string | undefined
}

const AnswerField = ({ texts, question, value, wrong }: AnswerFieldProps) => {
  const { name, type, required, answer_choices } = question
  const id = fieldOf(question)
  const label = required ? (
    name
  ) : (
    <>
      {name} <small>({texts.optional})</small>
    </>
  )
  // Also those configured as a drop-down: it would open beyond the height of the frame.
  if (isChoice(type))
    return (
      <Labeled id={id} label={label} wrong={wrong} frame={{ id, tabIndex: -1 }} isGroup>
        {answer_choices.map((choice, index) => (
          <label key={choice} class="choice" for={`${id}-${index}`}>
            <input
              id={`${id}-${index}`}
              type="radio"
              name={id}
              value={choice}
              required={required}
              checked={value === choice}
            />
            <span>{choice}</span>
          </label>
        ))}
      </Labeled>
    )
  return (
    <TextField
      name={id}
      label={label}
      value={value}
      wrong={wrong}
      required={required}
      {...(type === 'textarea'
        ? { rows: 4, maxLength: 10_000 }
        : {
            type: type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'text',
            autocomplete: autocompletes[type] ?? 'off',
            maxLength: 255,
          })}
    />
  )
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
    Object.entries(errors).map(([field, text]) => {
      const question = questions.find((one) => fieldOf(one) === field)
      return [field, question ? `${question.name}: ${text}` : text]
    }),
  )

export const formPage = (
  { name, organizationName, questions }: OpenForm,
  frame: FormFrame,
  { action, token, values, errors }: FormState,
): FormPage => ({
  title: `${name} · ${organizationName}`,
  body: (
    <>
      <p class="soft of">{organizationName}</p>
      <h1>{name}</h1>
      <FormErrors errors={namedIn(questions, errors)} />
      <Form token={token} action={action}>
        {questions.map((question) => (
          <AnswerField
            key={question.uuid}
            texts={frame.language.texts}
            question={question}
            value={values[fieldOf(question)] ?? ''}
            wrong={errors[fieldOf(question)]}
          />
        ))}
        <button class="send" type="submit">
          {frame.language.texts.goOn}
        </button>
      </Form>
    </>
  ),
})

/** The result, when it is no meeting: a text, or another site, which must not be opened in a frame. */
export const resultPage = (result: Exclude<Destination, { type: 'event_type' }>, frame: FormFrame): FormPage => {
  if (result.type === 'custom_message')
    return {
      title: result.value.headline,
      body: (
        <>
          <h1>{result.value.headline}</h1>
          {/* Rebuilt from the allowed tags when the form was saved. */}
          <div class="description" dangerouslySetInnerHTML={{ __html: result.value.body }} />
        </>
      ),
    }
  const { texts } = frame.language
  const { host } = new URL(result.value)
  return {
    title: texts.leadsOnTitle,
    body: (
      <>
        <h1>{texts.leadsOnTitle}</h1>
        <p>{filled(texts.leadsOn, { host })}</p>
        <p>
          <a class="button" href={result.value} target="_top" rel="noopener noreferrer">
            {filled(texts.openSite, { host })}
          </a>
        </p>
      </>
    ),
  }
}

export const noticePage = (title: string, text: string): FormPage => ({
  title,
  body: (
    <>
      <h1>{title}</h1>
      <p class="soft">{text}</p>
    </>
  ),
  isNotice: true,
})
