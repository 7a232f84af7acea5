import { html } from '#http/markup.ts'
import type { PageTable } from './visit.ts'

/** The bare address: on to their account for those who are signed in, a few words for strangers, or the address that the operator has set. */
export const homePages = (homeUrl: string | undefined): PageTable => ({
  'GET /': async ({ session }) => {
    if (homeUrl !== undefined) return { to: homeUrl }
    if (session) return { to: '/account' }
    return {
      title: 'Find a time to meet',
      body: html`<h1>Find a time to meet</h1>
<p>People here let others book a time with them. If somebody has sent you a link, open that link: it leads to their page.</p>
<p>Do you have an account?</p>
<a class="button" href="/login">Sign in</a>
<p><small>Do you write programs? <a href="/docs">The API is described here.</a></small></p>`,
    }
  },
})
