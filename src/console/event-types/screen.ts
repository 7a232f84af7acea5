import { h } from 'preact'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import { consolePage, type Screen } from '../console-page.ts'

export const eventTypes: Screen = {
  name: 'event-types',
  start: '/app',
  pages: {
    'GET /app': consolePage(async (visit) => {
      const texts = inLocale(shellTexts, visit.language.locale)
      return { title: texts.screens['event-types'], screen: 'event-types', content: h('h1', null, texts.screens['event-types']) }
    }),
  },
}
