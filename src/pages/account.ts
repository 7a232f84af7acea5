import { html } from '#http/markup.ts'
import { type PageTable, signedIn } from './visit.ts'

export const accountPages: PageTable = {
  'GET /account': signedIn(async ({ session: { name, email } }) => ({
    title: 'Your account',
    wide: true,
    body: html`<h1>${name}</h1><p class="soft">${email}</p>`,
  })),
}
