import type { ComponentChildren } from 'preact'
import { DoneIcon } from './icons.tsx'

interface FormProps {
  readonly token: string
  readonly action: string
  readonly children?: ComponentChildren
  readonly class?: string
  readonly id?: string
  /** Sent in the background; then the page that follows replaces this one in place. */
  readonly swaps?: boolean
  /** The id of what has the focus once it was taken; else it stays where it is. */
  readonly next?: string
  /** Every field is sent by itself, as soon as it was changed. */
  readonly savesFields?: boolean
  readonly fields?: Readonly<Record<string, string>>
}

/** A form with its token. */
export const Form = ({
  token,
  action,
  children,
  swaps = false,
  next,
  savesFields = false,
  fields = {},
  id,
  class: name,
}: FormProps) => (
  <form
    method="post"
    action={action}
    id={id}
    class={name}
    data-swap={swaps ? '' : undefined}
    data-next={next}
    data-save={savesFields ? 'field' : undefined}
  >
    <input type="hidden" name="form_token" value={token} />
    {Object.entries(fields).map(([field, value]) => (
      <input key={field} type="hidden" name={field} value={value} />
    ))}
    {children}
  </form>
)

interface FinalActProps {
  readonly token: string
  readonly action: string
  readonly words: string
  readonly hint: string
  readonly swaps?: boolean
}

/**
 * An entry of a menu for what cannot be taken back: it says first what follows, and is then sent. One of them is open
 * at a time.
 */
export const FinalAct = ({ token, action, words, hint, swaps = false }: FinalActProps) => (
  <details class="final" name="final">
    <summary>{words}</summary>
    <Form token={token} action={action} swaps={swaps}>
      <p class="hint">{hint}</p>
      <button type="submit">{words}</button>
    </Form>
  </details>
)

interface FieldProps {
  /** The names of the inputs that are saved together. */
  readonly name: string | readonly string[]
  readonly label: string
  /** A group of inputs has a legend instead of a label. */
  readonly isGroup?: boolean
  readonly hint?: string | undefined
  readonly wrong?: string | undefined
  readonly class?: string
  /** Once it is saved, the page is shown anew: what else is on it follows from it. */
  readonly refreshes?: boolean
  readonly children: ComponentChildren
}

/**
 * A labelled field that is saved by itself. Its input must have the id of the first name; `describedBy` links what is
 * said below it.
 */
export const Field = ({
  name,
  label,
  isGroup = false,
  hint,
  wrong,
  refreshes = false,
  class: extra = '',
  children,
}: FieldProps) => {
  const names = [name].flat()
  const id = names[0] ?? ''
  const data = { 'data-field': names.join(' '), 'data-refreshes': refreshes ? '' : undefined }
  const content = (
    <>
      {children}
      {names.map((one) => (
        <input key={one} type="hidden" name="fields" value={one} />
      ))}
      <p class="wrong" id={`${id}-wrong`} hidden={wrong === undefined}>
        {wrong}
      </p>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
  return isGroup ? (
    <fieldset class={`field ${extra}`} {...data} aria-describedby={describedBy(id, hint)}>
      <legend>{label}</legend>
      {content}
    </fieldset>
  ) : (
    <div class={`field ${extra}`} {...data}>
      <label for={id}>{label}</label>
      {content}
    </div>
  )
}

/** For the `aria-describedby` of a field's input. */
export const describedBy = (id: string, hint?: string | undefined): string =>
  hint === undefined ? `${id}-wrong` : `${id}-wrong ${id}-hint`

interface TextFieldProps extends Omit<FieldProps, 'children' | 'isGroup' | 'name'> {
  readonly name: string
  readonly value: string
  readonly type?: 'text' | 'email' | 'number' | 'password' | 'url'
  readonly maxLength?: number
  readonly autocomplete?: string
  readonly placeholder?: string
}

export const TextField = ({
  name,
  value,
  type = 'text',
  maxLength,
  autocomplete = 'off',
  placeholder,
  ...field
}: TextFieldProps) => (
  <Field name={name} {...field}>
    <input
      id={name}
      name={name}
      type={type as 'text'}
      value={value}
      maxLength={maxLength}
      autocomplete={autocomplete}
      placeholder={placeholder}
      aria-describedby={describedBy(name, field.hint)}
      aria-invalid={field.wrong !== undefined || undefined}
    />
  </Field>
)

interface SelectFieldProps extends Omit<FieldProps, 'children' | 'isGroup' | 'name'> {
  readonly name: string
  readonly value: string
  readonly options: readonly Option[]
}

export interface Option {
  readonly value: string
  readonly label: string
}

export const SelectField = ({ name, value, options, ...field }: SelectFieldProps) => (
  <Field name={name} {...field}>
    <Select name={name} value={value} options={options} {...(field.hint === undefined ? {} : { hint: field.hint })} />
  </Field>
)

export const Select = ({
  name,
  value,
  options,
  hint,
}: Pick<SelectFieldProps, 'name' | 'value' | 'options' | 'hint'>) => (
  <select id={name} name={name} aria-describedby={describedBy(name, hint)}>
    {options.map((option) => (
      <option key={option.value} value={option.value} selected={option.value === value}>
        {option.label}
      </option>
    ))}
  </select>
)

/** Needed only where no script saves the fields. */
export const SaveButton = ({ words }: { readonly words: string }) => (
  <noscript>
    <button type="submit">{words}</button>
  </noscript>
)

interface SwitchProps {
  readonly token: string
  readonly action: string
  readonly name: string
  readonly isOn: boolean
  readonly label: string
}

/** A switch that is a form: it works without a script, and at once with one. */
export const Switch = ({ token, action, name, isOn, label }: SwitchProps) => (
  <Form token={token} action={action} swaps fields={{ [name]: String(!isOn) }} class="switch-form">
    <button type="submit" class="switch" role="switch" aria-checked={isOn ? 'true' : 'false'} aria-label={label} />
  </Form>
)

/** Where the script says that everything is saved. */
export const SavedSign = ({ words }: { readonly words: string }) => (
  <span class="saved" id="saved" hidden>
    <DoneIcon />
    {words}
  </span>
)
