import type { ComponentChildren } from 'preact'

export interface FieldOptions {
  readonly label: ComponentChildren
  readonly hint?: ComponentChildren
  /** Why the value was refused. */
  readonly wrong?: string | undefined
  readonly class?: string | undefined
  /** The id of the input, if it isn't the name. */
  readonly id?: string | undefined
}

interface LabeledProps extends FieldOptions {
  readonly id: string
  /** A group of inputs has a legend instead of a label. */
  readonly isGroup?: boolean
  /** Further attributes of the element around it. */
  readonly frame?: Readonly<Record<string, string | number | undefined>>
  readonly children: ComponentChildren
}

/** Inputs with their label, error and hint. `controlOf` links an input to them. */
export const Labeled = ({ id, label, isGroup = false, hint, wrong, class: extra, frame, children }: LabeledProps) => {
  const classes = extra === undefined ? 'field' : `field ${extra}`
  const content = (
    <>
      {children}
      <FieldError id={id}>{wrong}</FieldError>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
  return isGroup ? (
    <fieldset class={classes} {...frame} aria-describedby={describedBy(id, hint)}>
      <legend>{label}</legend>
      {content}
    </fieldset>
  ) : (
    <div class={classes} {...frame}>
      <label for={id}>{label}</label>
      {content}
    </div>
  )
}

/** Why a value was refused, below its input. Always there, because a script may fill it. */
export const FieldError = ({ id, children }: { readonly id: string; readonly children?: string | undefined }) => (
  <p class="wrong" id={`${id}-wrong`} hidden={children === undefined}>
    {children}
  </p>
)

/** For the `aria-describedby` of a field's input. */
export const describedBy = (id: string, hint?: ComponentChildren): string =>
  hint === undefined ? `${id}-wrong` : `${id}-wrong ${id}-hint`

/** What the input of a field needs besides its name and value. */
export const controlOf = (id: string, { hint, wrong }: Pick<FieldOptions, 'hint' | 'wrong'>) => ({
  id,
  'aria-describedby': describedBy(id, hint),
  'aria-invalid': wrong === undefined ? undefined : true,
})

interface ChoiceProps {
  /** Not sent without one. */
  readonly name?: string
  readonly value?: string
  readonly type?: 'checkbox' | 'radio'
  readonly id?: string
  readonly checked: boolean
  readonly required?: boolean
  readonly children: ComponentChildren
}

/** A box to tick, or one of several options. */
export const Choice = ({ type = 'checkbox', children, ...input }: ChoiceProps) => (
  <label class="choice">
    <input type={type} {...input} />
    <span>{children}</span>
  </label>
)
