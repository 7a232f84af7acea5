import type { PageTable } from '#pages/visit.ts'
import { inLocale } from '../../languages/console/by-locale.ts'
import { shellTexts } from '../../languages/console/shell.ts'
import { type ConsolePage, consolePage } from './console-page.ts'
import { navigationOf, screensFor } from './screens.ts'
import type { PaletteItem } from './shell/palette-item.ts'

/**
 * What the command palette offers to this person: acts of the screens, and the screens themselves. The script asks for
 * it when it is opened.
 */
export const palettePages: PageTable<ConsolePage> = {
  'GET /app/palette': consolePage(async (visit) => {
    const texts = inLocale(shellTexts, visit.language.locale)
    const offered = await Promise.all(screensFor(visit.session).map((screen) => screen.palette?.(visit) ?? []))
    const places = navigationOf(visit.session).map(
      ({ name, href }): PaletteItem => ({ group: 'go', label: texts.screens[name], href }),
    )
    const { profile, factor, apps } = visit.language.account
    const hint = texts.account
    const account: readonly PaletteItem[] = [
      { group: 'do', label: visit.language.account.signOut, post: { action: '/logout', fields: {} } },
      { group: 'go', label: texts.account, href: '/account' },
      ...[profile.slug, profile.language, profile.clock, profile.picture, profile.changePassword, profile.sessions].map(
        (label): PaletteItem => ({ group: 'go', label, hint, href: '/account' }),
      ),
      { group: 'go', label: factor.title, hint, href: '/account/second-factor' },
      { group: 'go', label: apps.title, hint, href: '/account/apps' },
    ]
    return { json: { items: [...offered.flat(), ...places, ...account] } }
  }),
}
