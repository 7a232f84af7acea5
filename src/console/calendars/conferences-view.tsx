import { Form, SaveButton, SavedSign, TextField } from '#ui/forms.tsx'
import { BackLink } from '#ui/page-head.tsx'
import type { CalendarsTexts } from '../../../languages/console/calendars.ts'

interface ConferencesProps {
  readonly texts: CalendarsTexts
  readonly token: string
  readonly action: string
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly value: string
    readonly wrong: string | undefined
  }[]
  readonly saveText: string
  readonly savedText: string
}

/** Where a host holds conferences: an address for each kind. */
export const ConferencesPage = ({ texts, token, action, fields, saveText, savedText }: ConferencesProps) => (
  <>
    <BackLink href="/app/calendars">{texts.title}</BackLink>
    <div class="head">
      <h1>{texts.conferences.title}</h1>
      <SavedSign text={savedText} />
    </div>
    <p class="soft measure">{texts.conferences.hint}</p>
    <Form token={token} action={action} class="narrow-form" savesFields>
      {fields.map((field) => (
        <TextField key={field.name} {...field} type="url" maxLength={2048} placeholder="https://" />
      ))}
      <SaveButton text={saveText} />
    </Form>
  </>
)
