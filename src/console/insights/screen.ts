import { consolePage, type Screen } from '../console-page.ts'
import { showInsights } from './page.ts'

export const insights: Screen = {
  name: 'insights',
  start: '/app/insights',
  pages: { 'GET /app/insights': consolePage(showInsights) },
}
