import type { ComponentChildren } from 'preact'

export const icon = (children: ComponentChildren) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const ClockIcon = () =>
  icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3 2" />
    </>,
  )
export const MoneyIcon = () =>
  icon(
    <>
      <rect x="3" y="6" width="18" height="12" rx="2" />
      <circle cx="12" cy="12" r="2.5" />
    </>,
  )
export const PlaceIcon = () =>
  icon(
    <>
      <path d="M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21z" />
      <circle cx="12" cy="9.5" r="2.5" />
    </>,
  )
export const PhoneIcon = () =>
  icon(
    <path d="M5 4h3.5l1.8 4.5-2.3 1.6a12 12 0 0 0 5.9 5.9l1.6-2.3L20 15.5V19a1.5 1.5 0 0 1-1.7 1.5A16.5 16.5 0 0 1 3.5 5.7 1.5 1.5 0 0 1 5 4z" />,
  )
export const VideoIcon = () =>
  icon(
    <>
      <rect x="3" y="6.5" width="12.5" height="11" rx="2.5" />
      <path d="m15.5 10.8 5.5-3v8.400l-5.5-3" />
    </>,
  )
export const CalendarIcon = () =>
  icon(
    <>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
      <path d="M3.5 10h17M8 3v4M16 3v4" />
    </>,
  )
export const GlobeIcon = () =>
  icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c3 3 3.5 15 0 18M12 3c-3 3-3.5 15 0 18" />
    </>,
  )
export const LanguageIcon = () =>
  icon(
    <path d="M3 18 7.5 6.5 12 18M4.5 14h6M13 8.5h8.5M17.2 6.5v2M20 8.5c-.8 4-3.2 6.8-6.5 8.5M14.8 11.5c1.2 2.6 3.4 4.6 6.2 5.5" />,
  )
export const DownIcon = () => icon(<path d="m6 9.5 6 6 6-6" />)
export const PersonIcon = () =>
  icon(
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6" />
    </>,
  )
export const LeftIcon = () => icon(<path d="M14.5 5.5 8 12l6.5 6.5" />)
export const RightIcon = () => icon(<path d="M9.5 5.5 16 12l-6.5 6.5" />)
export const DoneIcon = () => icon(<path d="M4.5 12.5 10 18 19.5 6.5" />)
export const LinkIcon = () =>
  icon(
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1.2 1.200M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.700l1.2-1.2" />,
  )
export const SearchIcon = () =>
  icon(
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>,
  )
export const PlusIcon = () => icon(<path d="M12 5v14M5 12h14" />)
export const CloseIcon = () => icon(<path d="m6 6 12 12M18 6 6 18" />)
export const CopyIcon = () =>
  icon(
    <>
      <rect x="8.5" y="8.5" width="12" height="12" rx="2.5" />
      <path d="M15.5 8.500V6A2.5 2.5 0 0 0 13 3.500H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.500h2.5" />
    </>,
  )
export const DotsIcon = () => icon(<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3" />)
export const GripIcon = () =>
  icon(<path d="M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01" stroke-width="2.8" />)
export const LockIcon = () =>
  icon(
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2.5" />
      <path d="M8 10.500V8a4 4 0 0 1 8 0v2.5" />
    </>,
  )
export const OutIcon = () =>
  icon(<path d="M14 4h6v6M20 4l-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4" />)
export const ShareIcon = () => icon(<path d="M12 15V4M8 7.5 12 3.500l4 4M6 11H5v8.500h14V11h-1" />)

/** The colour of an event type. In a picture, because the policy allows no style attributes. */
export const Dot = ({ color }: { readonly color: string }) => (
  <svg class="dot" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
    <circle cx="5" cy="5" r="5" fill={color} />
  </svg>
)

/** The mark of the product. */
export const BrandMark = () => (
  <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <rect width="24" height="24" rx="7" fill="var(--accent)" />
    <rect x="5.5" y="6" width="13" height="3" rx="1.5" fill="var(--accent-ink)" opacity=".55" />
    <rect x="5.5" y="10.5" width="7" height="3" rx="1.5" fill="var(--accent-ink)" />
    <rect x="5.5" y="15" width="13" height="3" rx="1.5" fill="var(--accent-ink)" opacity=".55" />
  </svg>
)
