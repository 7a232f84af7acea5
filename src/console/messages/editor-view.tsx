import { filled } from '#ui/format.ts'
import { ConfirmedAction, Form, FormAlert, FormButton, SelectField, Switch, TextField } from '#ui/forms.tsx'
import { BackLink, PageHead } from '#ui/page-head.tsx'
import type { MessagesTexts } from '../../../languages/console/messages.ts'
import { units } from './texts.ts'

interface EditorProps {
  readonly texts: MessagesTexts
  readonly token: string
  readonly errors: Readonly<Record<string, string>>
  readonly id: string
  readonly title: string
  readonly isOn: boolean
  readonly offersAll: boolean
  readonly types: readonly { readonly id: string; readonly name: string; readonly isChosen: boolean }[]
  /** From the meeting; undefined for other triggers. */
  readonly offset: { readonly count: string; readonly unit: string } | undefined
  readonly audience: string
  readonly locale: string
  readonly languages: readonly { readonly locale: string; readonly name: string; readonly isWritten: boolean }[]
  readonly subject: string
  readonly body: string
  readonly variables: readonly string[]
  readonly preview: { readonly subject: string; readonly text: string } | undefined
}

/** One message: whom it is for, and what it says in each language. */
export const MessageEditor = (props: EditorProps) => {
  const { texts, token, errors, id, title, isOn, locale } = props
  const action = `/app/messages/${id}`
  return (
    <>
      <BackLink href="/app/messages">{texts.title}</BackLink>
      <PageHead title={title}>
        <Switch
          {...{ token, action: `${action}/switch`, name: 'active', isOn }}
          label={filled(texts.switchLabel, { name: title })}
        />
      </PageHead>
      <Languages {...props} />
      <Form token={token} action={action} fields={{ locale }} class="message-form">
        <FormAlert>{errors.base}</FormAlert>
        <TextField
          {...{ name: 'subject', label: texts.subject, value: props.subject, wrong: errors.subject, maxLength: 200 }}
        />
        <TextField
          {...{ name: 'body', label: texts.body, hint: texts.bodyHint, value: props.body, wrong: errors.body }}
          {...{ rows: 10, maxLength: 5000 }}
        />
        <Variables {...props} />
        <Rule {...props} />
        <button type="submit">{texts.save}</button>
      </Form>
      <Preview {...props} />
      <ConfirmedAction {...{ token, action: `${action}/delete`, text: texts.remove, hint: texts.removeHint }} />
    </>
  )
}

const Languages = ({ texts, languages, locale, id }: EditorProps) => (
  <>
    <nav class="message-languages" aria-label={texts.textLanguage}>
      {languages.map((one) => (
        <a
          key={one.locale}
          class={one.isWritten ? 'chip on' : 'chip'}
          href={`/app/messages/${id}?text=${one.locale}`}
          lang={one.locale}
          aria-current={one.locale === locale ? 'page' : undefined}
        >
          {one.name}
        </a>
      ))}
    </nav>
    <p class="hint measure">{texts.languageHint}</p>
  </>
)

/** The script makes them buttons that insert; without it they can be copied. */
const Variables = ({ texts, variables }: EditorProps) => (
  <fieldset class="message-variables">
    <legend>{texts.variables}</legend>
    {variables.map((variable) => (
      <code key={variable} data-insert={variable}>
        {variable}
      </code>
    ))}
  </fieldset>
)

const Rule = ({ texts, offset, audience, types, offersAll, errors }: EditorProps) => (
  <>
    {offset && (
      <div class="message-offset">
        <TextField
          {...{ name: 'count', label: texts.offset, value: offset.count, wrong: errors.count, inputMode: 'numeric' }}
          required
        />
        <SelectField
          {...{ name: 'unit', label: texts.unit, value: offset.unit }}
          options={units.map((unit) => ({ value: unit, label: texts.units[unit] }))}
        />
      </div>
    )}
    <SelectField
      {...{ name: 'audience', label: texts.audience, value: audience }}
      options={(['invitee', 'hosts'] as const).map((one) => ({ value: one, label: texts.audiences[one] }))}
    />
    {types.length > 0 && (
      <fieldset>
        <legend>{texts.types}</legend>
        {offersAll && <p class="hint">{texts.typesHint}</p>}
        <div class="choices">
          {types.map(({ id, name, isChosen }) => (
            <label key={id} class="choice">
              <input type="checkbox" name="types" value={id} checked={isChosen} />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
    )}
  </>
)

const Preview = ({ texts, token, id, locale, preview }: EditorProps) =>
  preview === undefined ? null : (
    <section class="part">
      <h2>{texts.preview}</h2>
      <p class="hint">{texts.previewHint}</p>
      <div class="message-preview" lang={locale}>
        <b>{preview.subject}</b>
        <p>{preview.text}</p>
      </div>
      <FormButton token={token} action={`/app/messages/${id}/test`} fields={{ locale }} button="second">
        {texts.test}
      </FormButton>
    </section>
  )
