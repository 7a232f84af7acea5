interface LabeledInputProps {
  readonly id: string
  readonly name: string
  readonly type: 'url' | 'text' | 'password'
  readonly label: string
  readonly value: string
  readonly hint?: string
  readonly wrong: string | undefined
  readonly placeholder?: string
}

/** A field that is sent with its form; several forms of a page may have one of the same name. */
export const LabeledInput = ({ id, name, type, label, value, hint, wrong, placeholder }: LabeledInputProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      name={name}
      // An address may be typed without its scheme.
      type={(type === 'url' ? 'text' : type) as 'text'}
      inputMode={type === 'url' ? 'url' : undefined}
      value={value}
      placeholder={placeholder}
      autocomplete="off"
      spellcheck={false}
      required
      aria-describedby={hint === undefined ? `${id}-wrong` : `${id}-wrong ${id}-hint`}
      aria-invalid={wrong !== undefined || undefined}
    />
    <p class="wrong" id={`${id}-wrong`} hidden={wrong === undefined}>
      {wrong}
    </p>
    {hint !== undefined && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
)
