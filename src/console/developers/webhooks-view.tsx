import { FieldError, Form, FormAlert, SelectField, TextField } from '#ui/forms.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'
import { DeveloperTabs } from './tabs.tsx'

export interface ListedWebhook {
  readonly id: string
  readonly address: string
  readonly of: string
  readonly events: string
  readonly state: 'well' | 'failing' | 'disabled'
}

interface WebhooksProps {
  readonly texts: DevelopersTexts
  readonly token: string
  readonly webhooks: readonly ListedWebhook[]
  readonly events: readonly { readonly name: string; readonly isChosen: boolean; readonly isOfOrganization: boolean }[]
  readonly mayBeOfOrganization: boolean
  readonly typed: { readonly url: string; readonly scope: string }
  readonly errors: Readonly<Record<string, string>>
}

/** Every webhook that the viewer may manage, and the form for another. */
export const Webhooks = (props: WebhooksProps) => {
  const { texts, webhooks } = props
  return (
    <>
      <DeveloperTabs texts={texts.tabs} current="webhooks" />
      <PageHead title={texts.webhooks.title} />
      {webhooks.length === 0 ? (
        <p class="empty">{texts.webhooks.none}</p>
      ) : (
        <ul class="list">
          {webhooks.map(({ id, address, of, events, state }) => (
            <li key={id}>
              <span class="grow">
                <a class="name mono" href={`/app/developers/webhooks/${id}`}>
                  {address}
                </a>
                <span class="facts">
                  <span>{of}</span>
                  <span>{events}</span>
                </span>
              </span>
              {state !== 'well' && <span class="chip warn">{texts.webhooks[state]}</span>}
            </li>
          ))}
        </ul>
      )}
      <AddForm {...props} />
    </>
  )
}

const AddForm = ({ texts: { webhooks: texts }, token, events, mayBeOfOrganization, typed, errors }: WebhooksProps) => (
  <section class="part">
    <h2>{texts.add}</h2>
    <Form token={token} action="/app/developers/webhooks" class="narrow-form">
      <FormAlert>{errors.base}</FormAlert>
      <TextField
        {...{ name: 'url', type: 'url', label: texts.url, hint: texts.urlHint, value: typed.url, wrong: errors.url }}
        placeholder="https://"
        required
      />
      {mayBeOfOrganization && (
        <SelectField
          {...{ name: 'scope', label: texts.scope, value: typed.scope }}
          options={(['organization', 'user'] as const).map((scope) => ({ value: scope, label: texts.scopes[scope] }))}
        />
      )}
      <fieldset aria-describedby="events-wrong">
        <legend>{texts.events}</legend>
        <div class="choices">
          {events
            .filter(({ isOfOrganization }) => mayBeOfOrganization || !isOfOrganization)
            .map(({ name, isChosen }) => (
              <label key={name} class="choice">
                <input type="checkbox" name="events" value={name} checked={isChosen} />
                <span class="mono">{name}</span>
              </label>
            ))}
        </div>
        <FieldError id="events">{errors.events}</FieldError>
      </fieldset>
      <TextField name="signing_key" type="password" label={texts.key} hint={texts.keyHint} maxLength={1000} />
      <button type="submit">{texts.create}</button>
    </Form>
  </section>
)
