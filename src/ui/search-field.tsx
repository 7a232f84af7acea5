import { SearchIcon } from './icons.tsx'

interface SearchFieldProps {
  readonly id: string
  readonly action: string
  readonly value: string
  readonly label: string
  readonly placeholder?: string
  /** Everything that it looks through is on the page: rows that do not fit are hidden while somebody types. */
  readonly filters?: boolean
  /** What the search keeps of the address. */
  readonly kept?: Readonly<Record<string, string>>
}

/** The search of a screen, at its key. */
export const SearchField = ({
  id,
  action,
  value,
  label,
  placeholder = label,
  filters = false,
  kept = {},
}: SearchFieldProps) => (
  <search class="find">
    <form action={action} method="get">
      <SearchIcon />
      {Object.entries(kept).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <input
        type="search"
        name="q"
        value={value}
        maxLength={200}
        aria-label={label}
        placeholder={placeholder}
        data-key="/"
        id={id}
        {...(filters ? { 'data-search': '', 'data-stays': '' } : {})}
      />
    </form>
  </search>
)
