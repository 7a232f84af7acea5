import { h } from 'preact'
import { isAdmin } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { PlanNeeded } from './plan-needed.tsx'
import { administrationTextsFor } from './texts.ts'

/** A tab whose operations the plan forbids says so, in its place among the others. */
export const sayingPlan =
  (tab: 'activity' | 'mail' | 'privacy', page: ConsoleHandler): ConsoleHandler =>
  (visit) =>
    page(visit).catch((error: unknown) => {
      const { session } = visit
      if (
        !(error instanceof Problem) ||
        error.kind.status !== 403 ||
        !isAdmin(session) ||
        session.plan === 'enterprise'
      )
        throw error
      const texts = administrationTextsFor(visit)
      return { title: texts.tabs[tab], status: 403, screen: 'organization', content: h(PlanNeeded, { texts, tab }) }
    })
