import { html } from './markup.ts'
import { page } from './page.ts'

/** Somebody looked for an address with a browser. */
export const notFoundPage = (): string =>
  page(
    'Not found · Openslot',
    html`<main><h1>There is nothing here</h1><p>The address may be mistyped, or what was here is gone.</p><p><a href="/docs">Reference of the API</a></p></main>`,
  )
