import { confirmEmailChange } from '#accounts/index.ts'
import { performOpen } from '#execution/perform.ts'
import { html } from '#http/markup.ts'
import { formTo } from './layout.ts'
import { holdingLink } from './mailed-link.ts'
import { withNote } from './notes.ts'
import { filledMarkup, strong } from './texts.ts'
import type { PageTable, ShownPage, Visit } from './visit.ts'

const deadLink = ({ language }: Pick<Visit, 'language'>): ShownPage => {
  const { reset } = language.account
  return {
    title: reset.deadTitle,
    status: 404,
    isCapability: true,
    body: html`<h1>${reset.deadTitle}</h1><p>${reset.dead}</p>`,
  }
}

const show = holdingLink<ShownPage>('email_change', deadLink, async (visit, { code, email }) => {
  const { emailChange } = visit.language.account
  return {
    title: emailChange.title,
    isCapability: true,
    body: html`<h1>${emailChange.title}</h1>
<p>${filledMarkup(emailChange.consequences, { email: strong(email) })}</p>
${formTo(visit, `/email/${encodeURIComponent(code)}`, html`<button class="full" type="submit">${emailChange.confirm}</button>`)}`,
  }
})

const confirm = holdingLink<ShownPage>('email_change', deadLink, async (visit, { code, userId }) => {
  const own = visit.session?.userId === userId ? visit.session : undefined
  await performOpen(visit.context, confirmEmailChange, { code, ...(own ? { session_id: own.id } : {}) })
  return { to: withNote(own ? '/account' : '/login', 'email-changed') }
})

export const emailPages: PageTable = { 'GET /email/:code': show, 'POST /email/:code': confirm }
