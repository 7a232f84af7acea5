import { memberPage } from './member-page.tsx'
import type { PageTable } from './visit.ts'

/**
 * The bare address: the console for those who are signed in; for strangers the address that the operator has set, or a
 * few words.
 */
export const homePages = (homeUrl: string | undefined): PageTable => ({
  'GET /': async (visit) => {
    if (visit.session) return { to: '/app' }
    if (homeUrl !== undefined) return { to: homeUrl }
    const { home, login } = visit.language.account
    return memberPage(visit, {
      title: home.title,
      children: (
        <>
          <p>{home.hint}</p>
          <p>{home.haveAccount}</p>
          <a class="button" href="/login">
            {login.title}
          </a>
          <p>
            <small>
              {home.developers} <a href="/docs">{home.reference}</a>
            </small>
          </p>
        </>
      ),
    })
  },
})
