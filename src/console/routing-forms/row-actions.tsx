interface ActsProps {
  readonly save: string
  /** Undefined for the first. */
  readonly up: string | undefined
  readonly remove: string
  readonly of: string
  /** The id of what has the focus once it was removed. */
  readonly next: string
}

/** The buttons of one form: what they do is their value. */
export const RowActions = ({ save, up, remove, of, next }: ActsProps) => (
  <div class="row">
    <button type="submit" class="second" name="act" value="save" aria-label={`${save}: ${of}`}>
      {save}
    </button>
    {up !== undefined && (
      <button type="submit" class="plain" name="act" value="up" aria-label={`${up}: ${of}`} formNoValidate>
        {up}
      </button>
    )}
    <button
      type="submit"
      class="plain"
      name="act"
      value="remove"
      data-next={next}
      aria-label={`${remove}: ${of}`}
      formNoValidate
    >
      {remove}
    </button>
  </div>
)
