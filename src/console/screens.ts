import type { PageTable } from '#pages/visit.ts'
import type { ScreenName } from '../../web/console/shell.tsx'
import { availability } from './availability/screen.ts'
import type { ConsolePage, Screen } from './console-page.ts'
import { eventTypes } from './event-types/screen.ts'
import { meetings } from './meetings/screen.ts'
import { welcome } from './welcome/screen.ts'

/** Every screen, in the order of the navigation. */
export const screens: readonly Screen[] = [eventTypes, meetings, availability, welcome]

export const screenPages: PageTable<ConsolePage> = Object.assign({}, ...screens.map(({ pages }) => pages))

export const navigationOf = (): readonly { readonly name: ScreenName; readonly href: string }[] =>
  screens.flatMap(({ name, start }) => (start === undefined || name === 'welcome' ? [] : { name, href: start }))
