import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { DoneIcon } from './icons.tsx'
import { controlOf, type FieldOptions, Labeled } from './labeled.tsx'

export { Choice, controlOf, describedBy, FieldError } from './labeled.tsx'

/** Whether the form around it saves its fields one by one. */
const SavesFields = createContext(false)

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
  /** A file can be sent with it. */
  readonly takesFiles?: boolean
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
  takesFiles = false,
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
    enctype={takesFiles ? 'multipart/form-data' : undefined}
  >
    <input type="hidden" name="form_token" value={token} />
    {Object.entries(fields).map(([field, value]) => (
      <input key={field} type="hidden" name={field} value={value} />
    ))}
    <SavesFields.Provider value={savesFields}>{children}</SavesFields.Provider>
  </form>
)

interface FormButtonProps extends FormProps {
  /** The class of the button. */
  readonly button?: string
  /** What the button is called, if its text doesn't say it. */
  readonly label?: string
}

/** A form that is only its button. */
export const FormButton = ({ button, label, children, ...form }: FormButtonProps) => (
  <Form {...form}>
    <button type="submit" class={button} aria-label={label}>
      {children}
    </button>
  </Form>
)

interface ConfirmedActionProps {
  readonly token: string
  readonly action: string
  readonly text: string
  readonly hint: string
  readonly swaps?: boolean
}

/**
 * An entry of a menu for what cannot be taken back: it says first what follows, and is then sent. One of them is open
 * at a time.
 */
export const ConfirmedAction = ({ token, action, text, hint, swaps = false }: ConfirmedActionProps) => (
  <details class="final" name="final">
    <summary>{text}</summary>
    <Form token={token} action={action} swaps={swaps}>
      <p class="hint">{hint}</p>
      <button type="submit">{text}</button>
    </Form>
  </details>
)

interface SavedOptions extends FieldOptions {
  /** Once it is saved, the page is shown anew: what else is on it follows from it. */
  readonly refreshes?: boolean | undefined
}

interface FieldProps extends SavedOptions {
  /** The names of the inputs. A form that saves its fields one by one saves these together. */
  readonly name: string | readonly string[]
  readonly isGroup?: boolean
  readonly children: ComponentChildren
}

/** A field of a form, with its label, error and hint. Its input has what `controlOf` returns. */
export const Field = ({ name, refreshes = false, children, ...options }: FieldProps) => {
  const names = [name].flat()
  const id = options.id ?? names[0] ?? ''
  if (!useContext(SavesFields))
    return (
      <Labeled {...options} id={id}>
        {children}
      </Labeled>
    )
  return (
    <Labeled
      {...options}
      id={id}
      frame={{ 'data-field': names.join(' '), 'data-refreshes': refreshes ? '' : undefined }}
    >
      {children}
      {names.map((one) => (
        <input key={one} type="hidden" name="fields" value={one} />
      ))}
    </Labeled>
  )
}

type InputOptions =
  | 'autocomplete'
  | 'autofocus'
  | 'inputmode'
  | 'max'
  | 'maxLength'
  | 'min'
  | 'pattern'
  | 'placeholder'
  | 'required'
  | 'step'

interface TextFieldProps extends SavedOptions, Pick<JSX.IntrinsicElements['input'], InputOptions> {
  readonly name: string
  readonly value?: string | undefined
  readonly type?: 'date' | 'email' | 'number' | 'password' | 'search' | 'tel' | 'text' | 'time' | 'url'
  /** A text of several lines, of which so many are seen. */
  readonly rows?: number | undefined
  /** An address or a code: nothing corrects it while it is typed. */
  readonly isExact?: boolean
}

export const TextField = ({
  name,
  id = name,
  label,
  hint,
  wrong,
  class: extra,
  refreshes,
  type = 'text',
  value,
  rows,
  isExact = type === 'email' || type === 'url',
  ...input
}: TextFieldProps) => {
  const control = {
    ...controlOf(id, { hint, wrong }),
    name,
    autocomplete: 'off',
    ...input,
    ...(isExact ? { spellcheck: false, autocapitalize: 'none' as const } : {}),
  }
  return (
    <Field {...{ name, id, label, hint, wrong, class: extra, refreshes }}>
      {rows === undefined ? (
        <input type={type as 'text'} value={value} {...control} />
      ) : (
        // Browsers leave out the first line break.
        <textarea rows={rows} {...(control as object)}>{`\n${value ?? ''}`}</textarea>
      )}
    </Field>
  )
}

interface PictureFieldProps extends FieldOptions {
  readonly name: string
  readonly maxBytes: number
  /** What is said when somebody chooses a larger one. */
  readonly tooLarge: string
}

/** A picture to send. A script refuses one that is too large before it is sent. */
export const PictureField = ({ name, maxBytes, tooLarge, ...options }: PictureFieldProps) => (
  <Field name={name} {...options}>
    <input
      type="file"
      name={name}
      accept="image/png,image/jpeg,image/webp"
      data-most-bytes={maxBytes}
      data-too-large={tooLarge}
      {...controlOf(name, options)}
    />
  </Field>
)

export interface Option {
  readonly value: string
  readonly label: string
}

/** Options from their texts by value. */
export const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

interface SelectProps extends Pick<FieldOptions, 'id' | 'hint' | 'wrong'> {
  readonly name: string
  readonly value: string
  readonly options: readonly Option[]
}

export const SelectField = ({ options, value, ...field }: SelectProps & SavedOptions) => (
  <Field {...field}>
    <Select {...field} value={value} options={options} />
  </Field>
)

export const Select = ({ name, id = name, value, options, hint, wrong }: SelectProps) => (
  <select name={name} autocomplete="off" {...controlOf(id, { hint, wrong })}>
    {options.map((option) => (
      <option key={option.value} value={option.value} selected={option.value === value}>
        {option.label}
      </option>
    ))}
  </select>
)

/** Errors by the name of their field; `base` for the whole form. */
export type FieldErrors = Readonly<Record<string, string>>

/** Above a form that was refused: each error, with a link to its field. */
export const FormErrors = ({ errors }: { readonly errors: FieldErrors }) => {
  const entries = Object.entries(errors)
  return entries.length === 0 ? null : (
    <div class="errors" role="alert" tabIndex={-1}>
      {entries.map(([name, text]) => (
        <p key={name}>{name === 'base' ? text : <a href={`#${name}`}>{text}</a>}</p>
      ))}
    </div>
  )
}

/** Why a form was refused, where that is about no single field. */
export const FormAlert = ({ children }: { readonly children: string | undefined }) =>
  children === undefined ? null : (
    <p class="wrong" role="alert">
      {children}
    </p>
  )

/** Needed only where no script saves the fields. */
export const SaveButton = ({ text }: { readonly text: string }) => (
  <noscript>
    <button type="submit">{text}</button>
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
export const SavedSign = ({ text }: { readonly text: string }) => (
  <span class="saved" id="saved" hidden>
    <DoneIcon />
    {text}
  </span>
)
