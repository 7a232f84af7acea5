import { Form, type Option, SelectField, TextField } from '#ui/forms.tsx'
import { DoneIcon, Dot } from '#ui/icons.tsx'
import { BackLink, PageHead } from '#ui/page-head.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'

interface ChosenType {
  readonly id: string
  readonly name: string
  readonly color: string
  /** Undefined before anything was changed. */
  readonly outcome: { readonly isDone: boolean; readonly text: string } | undefined
}

export interface BulkEditProps {
  readonly texts: EventTypesTexts
  /** On the button: with the number of event types. */
  readonly applyText: string
  readonly token: string
  readonly types: readonly ChosenType[]
  /** What is chosen, or left as it is. */
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly value: string
    readonly options: readonly Option[]
  }[]
  readonly location: string
  readonly locationError: string | undefined
}

/** The same change for several types, and what became of it in each. */
export const BulkEditPage = ({ texts, applyText, token, types, fields, location, locationError }: BulkEditProps) => (
  <>
    <BackLink href="/app">{texts.title}</BackLink>
    <PageHead title={texts.bulk.title} />
    {types.length === 0 ? (
      <p class="empty">{texts.bulk.none}</p>
    ) : (
      <Form token={token} action="/app/types/bulk" swaps>
        <ul class="list small" aria-label={texts.title}>
          {types.map(({ id, name, color, outcome }) => (
            <li key={id}>
              <Dot color={color} />
              <a class="grow name" href={`/app/types/${id}`}>
                {name}
              </a>
              <input type="hidden" name="type" value={id} />
              {outcome && (
                <span class={outcome.isDone ? 'outcome' : 'outcome wrong'}>
                  {outcome.isDone && <DoneIcon />}
                  {outcome.text}
                </span>
              )}
            </li>
          ))}
        </ul>
        <p class="hint">{texts.bulk.intro}</p>
        <div class="fields">
          {fields.map(({ name, label, value, options }) => (
            <SelectField key={name} {...{ name, label, value, options }} />
          ))}
          <TextField name="text" label={texts.locationText} value={location} wrong={locationError} maxLength={255} />
        </div>
        <button type="submit">{applyText}</button>
      </Form>
    )}
  </>
)
