import { html } from '#http/markup.ts'
import type { PageTable } from './visit.ts'

/** The bare address: on to their account for those who are signed in, a few words for strangers, or the address that the operator has set. */
export const homePages = (homeUrl: string | undefined): PageTable => ({
  'GET /': async ({ session, language }) => {
    if (homeUrl !== undefined) return { to: homeUrl }
    if (session) return { to: '/app' }
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
