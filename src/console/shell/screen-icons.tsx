import { CalendarIcon, ClockIcon, icon, LinkIcon } from '#ui/icons.tsx'
import type { ShellTexts } from '../../../languages/console/shell.ts'

export type ScreenName = keyof ShellTexts['screens']

const MenuIcon = () => icon(<path d="M4 7h16M4 12h16M4 17h16" />)
const LetterIcon = () =>
  icon(
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="2.5" />
      <path d="m4 7.500 8 6 8-6" />
    </>,
  )
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
  integrations: PagesIcon,
  messages: LetterIcon,
  'routing-forms': FormIcon,
  insights: PlotIcon,
  organization: PeopleIcon,
  developers: CodeIcon,
  more: MenuIcon,
}

export const ScreenIcon = ({ of }: { readonly of: ScreenName | 'more' }) => screenIcons[of]()
