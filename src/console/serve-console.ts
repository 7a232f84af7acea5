import type { FastifyInstance } from 'fastify'
import { serveFiles } from '#booking-pages/serve-assets.ts'
import { ownPages } from '#pages/pages.ts'
import { type PageFace, servePages } from '#pages/serve-pages.ts'
import { accountLayout } from './account.ts'
import { loadConsoleAssets } from './assets.ts'
import { consoleLayout } from './layout.tsx'
import { palettePages } from './palette.ts'
import { screenPages } from './screens.ts'

/** Every page of the console, by its address. */
export const consolePages = { ...palettePages, ...screenPages }

/** Where hosts work: pages with the sessions and checks of all member pages, in a layout of their own. */
export const serveConsole = (server: FastifyInstance, face: PageFace): void => {
  const layout = consoleLayout(face.addresses.site)
  servePages(server, face, consolePages, layout)
  servePages(server, face, ownPages, accountLayout(layout))
  server.addHook('preClose', () => face.context.changes.close())
  serveFiles(server, face, '/app/assets', async () => (await loadConsoleAssets()).files)
}
