import { findLink, linkHash } from '#accounts/index.ts'
import { Problem } from '#contract/problem.ts'
import { attemptsOn } from './attempts.ts'
import type { AnyPage, PageAnswer, PageHandler, ShownPage, Visit } from './visit.ts'

type HeldLink = NonNullable<Awaited<ReturnType<typeof findLink>>> & { readonly code: string }

/**
 * For the holder of a link that works; else the page that says so, also when the link stops working meanwhile. Attempts
 * to guess are counted.
 */
export const holdingLink =
  <Page extends AnyPage = ShownPage>(
    purpose: Parameters<typeof linkHash>[0],
    deadLink: (visit: Visit) => Page,
    page: (visit: Visit, link: HeldLink) => Promise<PageAnswer<Page>>,
  ): PageHandler<Visit, Page> =>
  async (visit) => {
    const code = visit.params.code ?? ''
    await visit.count(...attemptsOn(visit, 'link', ''))
    const link = await findLink(visit.context.database.reader, linkHash(purpose, code), visit.now)
    if (!link) return deadLink(visit)
    return page(visit, { ...link, code }).catch((error: unknown) => {
      if (error instanceof Problem && error.kind.status === 404) return deadLink(visit)
      throw error
    })
  }
