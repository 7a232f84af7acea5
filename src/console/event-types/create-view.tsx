import { filled } from '#ui/format.ts'
import { Choice, Form, FormAlert, type Option } from '#ui/forms.tsx'
import { BackLink, PageHead } from '#ui/page-head.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import { SettingField } from './setting-field.tsx'
import { nameSetting, type SettingsView } from './settings.tsx'

export const kinds = ['solo', 'group', 'collective', 'round_robin'] as const
export type Kind = (typeof kinds)[number]

interface CreatePageProps {
  readonly texts: EventTypesTexts
  readonly token: string
  readonly kind: Kind
  readonly view: SettingsView
  readonly owner: string
  /** Colleagues who can be hosts too; empty for those who may name nobody. */
  readonly colleagues: readonly Option[]
  /** Those who were chosen when the form was refused. */
  readonly hosts: readonly string[]
  readonly errors: Readonly<Record<string, string>>
}

/** The four kinds in plain words, and a name: everything else can be changed later. */
export const CreatePage = ({ texts, token, kind, view, owner, colleagues, hosts, errors }: CreatePageProps) => (
  <>
    <BackLink href="/app">{texts.title}</BackLink>
    <PageHead title={texts.newType} />
    <Form token={token} action="/app/types/new" class="narrow-form">
      <FormAlert>{errors.base}</FormAlert>
      <fieldset class="kinds">
        <legend class="unseen">{texts.kind}</legend>
        {kinds.map((one) => (
          <label key={one} class="kind">
            <input type="radio" name="kind" value={one} checked={one === kind} />
            <span>
              <b>{texts.kinds[one].title}</b>
              <small>{texts.kinds[one].hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <SettingField setting={{ ...nameSetting, hint: () => texts.nameHint }} view={view} errors={errors} />
      {colleagues.length > 0 && (
        <fieldset class="field hosts-field">
          <legend>{texts.hosts}</legend>
          <p class="hint">{filled(texts.hostsHint, { name: owner })}</p>
          {colleagues.map(({ value, label }) => (
            <Choice key={value} name="host" value={value} checked={hosts.includes(value)}>
              {label}
            </Choice>
          ))}
        </fieldset>
      )}
      <button type="submit">{texts.create}</button>
    </Form>
  </>
)
