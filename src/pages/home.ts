import { html } from '#http/markup.ts'
import type { PageTable } from './visit.ts'

/**
 * The bare address: the console for those who are signed in; for strangers the address that the operator has set, or a
 * few words.
 */
export const homePages = (homeUrl: string | undefined): PageTable => ({
  'GET /': async ({ session, language }) => {
    if (session) return { to: '/app' }
    if (homeUrl !== undefined) return { to: homeUrl }
    const { home, login } = language.account
    return {
      title: home.title,
      body: html`<h1>${home.title}</h1>
<p>${home.hint}</p>
<p>${home.haveAccount}</p>
<a class="button" href="/login">${login.title}</a>
<p><small>${home.programs} <a href="/docs">${home.reference}</a></small></p>`,
    }
  },
})
