import type { FastifyInstance } from 'fastify'
import { serveFiles } from '#booking-pages/serve-assets.ts'
import { type PageFace, servePages } from '#pages/serve-pages.ts'
import { loadConsoleAssets } from './assets.ts'
import { consoleLayout } from './layout.ts'
import { palettePages } from './palette.ts'
import { screenPages } from './screens.ts'

/** Every page of the console, by its address. */
export const consolePages = { ...palettePages, ...screenPages }

/** Where hosts work: pages with the sessions and checks of all member pages, in a layout of their own. */
export const serveConsole = (server: FastifyInstance, face: PageFace): void => {
  servePages(server, face, consolePages, consoleLayout(face.addresses.site))
  serveFiles(server, face, '/app/assets', async () => (await loadConsoleAssets()).files)
}
