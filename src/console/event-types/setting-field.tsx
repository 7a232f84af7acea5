import { Choice, describedBy, Field, Form, SaveButton, SelectField, TextField } from '#ui/forms.tsx'
import { errorAt, inputsOf, type Setting, type SettingsView } from './settings.tsx'

interface SettingFieldProps {
  readonly setting: Setting
  readonly view: SettingsView
  readonly errors: Readonly<Record<string, string>>
}

/** A setting as a field of a form. */
export const SettingField = ({ setting, view, errors }: SettingFieldProps) => {
  const { name, control, refreshes } = setting
  const label = setting.label(view.texts)
  const hint = setting.hint?.(view)
  const wrong = errorAt(setting, errors)
  const field = { label, hint, wrong, ...(refreshes === undefined ? {} : { refreshes }) }
  const values = view.values[name] ?? []
  const [value = ''] = values
  switch (control.kind) {
    case 'text':
    case 'url':
    case 'number':
      return (
        <TextField
          {...field}
          name={name}
          type={control.kind}
          value={value}
          {...(control.maxLength === undefined ? {} : { maxLength: control.maxLength })}
          {...(control.class === undefined ? {} : { class: control.class })}
        />
      )
    case 'textarea':
      return (
        <Field {...field} name={name}>
          <textarea id={name} name={name} rows={3} aria-describedby={describedBy(name, hint)}>
            {value}
          </textarea>
        </Field>
      )
    case 'select':
      return <SelectField {...field} name={name} value={value} options={control.options(view)} />
    case 'checkbox':
      return (
        <div class="field" data-field={name}>
          <Choice id={name} name={name} value="true" checked={value === 'true'}>
            {label}
          </Choice>
          <input type="hidden" name="fields" value={name} />
          <p class="wrong" hidden={wrong === undefined}>
            {wrong}
          </p>
        </div>
      )
    case 'checkboxes':
      return (
        <Field {...field} name={name} isGroup>
          <div class="row">
            {control.options(view).map((option) => (
              <label key={option.value} class="pick">
                <input type="checkbox" name={name} value={option.value} checked={values.includes(option.value)} />
                {option.label}
              </label>
            ))}
          </div>
        </Field>
      )
    case 'group':
      return (
        <Field {...field} name={inputsOf(setting)} isGroup>
          <control.Inputs {...view} />
        </Field>
      )
  }
}

interface SettingsFormProps {
  readonly settings: readonly Setting[]
  readonly view: SettingsView
  readonly errors: Readonly<Record<string, string>>
  readonly token: string
  readonly action: string
  readonly saveText: string
  readonly id?: string
  /** Of the element around the fields. */
  readonly class?: string
}

/** A form whose settings are saved one by one. */
export const SettingsForm = ({
  settings,
  view,
  errors,
  token,
  action,
  saveText,
  id,
  class: name,
}: SettingsFormProps) => (
  <Form token={token} action={action} savesFields {...(id === undefined ? {} : { id })}>
    <div class={name}>
      {settings.map((setting) => (
        <SettingField key={setting.name} setting={setting} view={view} errors={errors} />
      ))}
    </div>
    <SaveButton text={saveText} />
  </Form>
)
