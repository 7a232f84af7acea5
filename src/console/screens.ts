import type { PageTable, SignedInVisit } from '#pages/visit.ts'
import { availability } from './availability/screen.ts'
import type { ConsolePage, Screen } from './console-page.ts'
import { developers } from './developers/screen.ts'
import { eventTypes } from './event-types/screen.ts'
import { insights } from './insights/screen.ts'
import { integrations } from './integrations/screen.ts'
import { meetings } from './meetings/screen.ts'
import { messages } from './messages/screen.ts'
import { organization } from './organization/screen.ts'
import { routingForms } from './routing-forms/screen.ts'
import type { ScreenName } from './shell/screen-icons.tsx'
import { welcome } from './welcome/screen.ts'

/** Every screen, in the order of the navigation. */
export const screens: readonly Screen[] = [
  eventTypes,
  meetings,
  availability,
  integrations,
  messages,
  routingForms,
  insights,
  organization,
  developers,
  welcome,
]

export const screenPages: PageTable<ConsolePage> = Object.assign({}, ...screens.map(({ pages }) => pages))

/** The screens that somebody may use. */
export const screensFor = (session: SignedInVisit['session']): readonly Screen[] =>
  screens.filter(({ isFor }) => isFor?.(session) ?? true)

export const navigationOf = (
  session: SignedInVisit['session'],
): readonly { readonly name: ScreenName; readonly href: string }[] =>
  screensFor(session).flatMap(({ name, start }) =>
    start === undefined || name === 'welcome' ? [] : { name, href: start },
  )
