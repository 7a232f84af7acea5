import { confirmEmailChange, findLink, linkHash } from '#accounts/index.ts'
import { Problem } from '#contract/problem.ts'
import { performOpen } from '#execution/perform.ts'
import { html } from '#http/markup.ts'
import { attemptsOn } from './attempts.ts'
import { formTo } from './layout.ts'
import { withNote } from './notes.ts'
import type { PageHandler, PageTable, ShownPage, Visit } from './visit.ts'

const deadLink: ShownPage = {
  title: 'This link does not work',
  status: 404,
  isCapability: true,
  body: html`<h1>This link does not work</h1><p>It was used before, or it is more than an hour old, or a newer one was sent.</p>`,
}

const findEmailLink = async (visit: Visit) => {
  const code = visit.params.code ?? ''
  await visit.count(...attemptsOn(visit, 'link', ''))
  return { code, link: await findLink(visit.context.database.reader, linkHash('email_change', code), visit.now) }
}

const show: PageHandler = async (visit) => {
  const { code, link } = await findEmailLink(visit)
  if (!link) return deadLink
  return {
    title: 'Confirm your address',
    isCapability: true,
    body: html`<h1>Confirm your address</h1>
<p>From now on you sign in with <b>${link.email}</b>. Your other browsers will be signed out, and all your tokens will stop working.</p>
${formTo(visit, `/email/${encodeURIComponent(code)}`, html`<button class="full" type="submit">This is my address</button>`)}`,
  }
}

const confirm: PageHandler = async (visit) => {
  const { code, link } = await findEmailLink(visit)
  if (!link) return deadLink
  const own = visit.session?.userId === link.userId ? visit.session : undefined
  try {
    await performOpen(visit.context, confirmEmailChange, { code, ...(own ? { session_id: own.id } : {}) })
  } catch (error) {
    if (error instanceof Problem && error.kind.status === 404) return deadLink
    throw error
  }
  return { to: withNote(own ? '/account' : '/login', 'email-changed') }
}

export const emailPages: PageTable = { 'GET /email/:code': show, 'POST /email/:code': confirm }
