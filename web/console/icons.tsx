import { CalendarIcon, ClockIcon, icon } from '../booking/icons.tsx'
import type { ScreenName } from './shell.tsx'

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
export const LeaveIcon = () => icon(<path d="M14 5H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h8M17 8l4 4-4 4M21 12H10" />)
export const ShareIcon = () => icon(<path d="M12 15V4M8 7.5 12 3.500l4 4M6 11H5v8.500h14V11h-1" />)
const MenuIcon = () => icon(<path d="M4 7h16M4 12h16M4 17h16" />)
const FormIcon = () => icon(<path d="M6 3v6a4 4 0 0 0 4 4h4a4 4 0 0 1 4 4v4M6 13v8M15 18l3 3 3-3M3.5 6 6 3l2.5 3" />)
const PlotIcon = () => icon(<path d="M4 20V11M10 20V4M16 20v-7M21 20H3" />)
const PeopleIcon = () =>
  icon(
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M2.5 19.500c.8-3.5 3.4-5 6.5-5s5.7 1.5 6.5 5M16 4.800a3.5 3.5 0 0 1 0 6.400M18.5 15c1.7.8 2.7 2.4 3 4.5" />
    </>,
  )
const CodeIcon = () => icon(<path d="m8 7-5 5 5 5M16 7l5 5-5 5M13.5 4.500l-3 15" />)

const PagesIcon = () =>
  icon(
    <>
      <rect x="3.5" y="8.5" width="13" height="12" rx="2.5" />
      <path d="M7.5 5.500V5A1.5 1.5 0 0 1 9 3.500h9A2.5 2.5 0 0 1 20.5 6v9a1.5 1.5 0 0 1-1 1.400M3.5 12.500h13" />
    </>,
  )

const screenIcons: Readonly<Record<ScreenName | 'more', () => ReturnType<typeof icon>>> = {
  'event-types': LinkIcon,
  meetings: CalendarIcon,
  availability: ClockIcon,
  calendars: PagesIcon,
  'routing-forms': FormIcon,
  insights: PlotIcon,
  organization: PeopleIcon,
  developers: CodeIcon,
  more: MenuIcon,
}

export const ScreenIcon = ({ of }: { readonly of: ScreenName | 'more' }) => screenIcons[of]()

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
