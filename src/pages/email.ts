import { confirmEmailChange } from '#accounts/index.ts'
import { performOpen } from '#execution/perform.ts'
import { html } from '#http/markup.ts'
import { formTo } from './layout.ts'
import { holdingLink } from './mailed-link.ts'
import { withNote } from './notes.ts'
import type { PageTable, ShownPage } from './visit.ts'

const deadLink: ShownPage = {
  title: 'This link does not work',
  status: 404,
  isCapability: true,
  body: html`<h1>This link does not work</h1><p>It was used before, or it is more than an hour old, or a newer one was sent.</p>`,
}

const show = holdingLink('email_change', deadLink, async (visit, { code, email }) => ({
  title: 'Confirm your address',
  isCapability: true,
  body: html`<h1>Confirm your address</h1>
<p>From now on you sign in with <b>${email}</b>. Your other browsers will be signed out, and all your tokens will stop working.</p>
${formTo(visit, `/email/${encodeURIComponent(code)}`, html`<button class="full" type="submit">This is my address</button>`)}`,
}))

const confirm = holdingLink('email_change', deadLink, async (visit, { code, userId }) => {
  const own = visit.session?.userId === userId ? visit.session : undefined
  await performOpen(visit.context, confirmEmailChange, { code, ...(own ? { session_id: own.id } : {}) })
  return { to: withNote(own ? '/account' : '/login', 'email-changed') }
})

export const emailPages: PageTable = { 'GET /email/:code': show, 'POST /email/:code': confirm }
