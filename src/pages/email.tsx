import { confirmEmailChange } from '#accounts/index.ts'
import { performOpen } from '#execution/perform.ts'
import { filledWith } from '#ui/format.ts'
import { FormButton } from '#ui/forms.tsx'
import { holdingLink } from './mailed-link.ts'
import { memberPage, withNote } from './member-page.tsx'
import type { PageTable, ShownPage, Visit } from './visit.ts'

const deadLink = (visit: Visit): ShownPage => {
  const { reset } = visit.language.account
  return memberPage(visit, {
    title: reset.deadTitle,
    status: 404,
    isCapability: true,
    children: <p>{reset.dead}</p>,
  })
}

const show = holdingLink<ShownPage>('email_change', deadLink, async (visit, { code, email }) => {
  const { emailChange } = visit.language.account
  return memberPage(visit, {
    title: emailChange.title,
    isCapability: true,
    children: (
      <>
        <p>{filledWith(emailChange.consequences, { email: <strong>{email}</strong> })}</p>
        <FormButton token={visit.formToken} action={`/email/${encodeURIComponent(code)}`} button="full">
          {emailChange.confirm}
        </FormButton>
      </>
    ),
  })
})

const confirm = holdingLink<ShownPage>('email_change', deadLink, async (visit, { code, userId }) => {
  const own = visit.session?.userId === userId ? visit.session : undefined
  await performOpen(visit.context, confirmEmailChange, { code, ...(own ? { session_id: own.id } : {}) })
  return { to: withNote(own ? '/account' : '/login', 'email-changed') }
})

export const emailPages: PageTable = { 'GET /email/:code': show, 'POST /email/:code': confirm }
