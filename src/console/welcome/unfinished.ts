import { h } from 'preact'
import { listCalendarConnections } from '#calendars/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { listOrganizationInvitations, listOrganizationMemberships } from '#organizations/index.ts'
import { list, listPage } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { textsFor } from './bare-page.ts'
import { Unfinished } from './unfinished-view.tsx'

/** What is left of the first run. */
export const unfinishedNotes = async (visit: SignedInVisit) => {
  const { session } = visit
  const texts = textsFor(visit)
  const left = [
    ...(session.awaitsWelcome ? [{ href: '/app/welcome/hours', text: texts.finish }] : []),
    ...(session.hasPassword ? [] : [{ href: '/app/welcome/password', text: texts.password }]),
    ...((await hasCalendar(visit)) ? [] : [{ href: '/app/integrations', text: texts.calendar }]),
    ...((await isAlone(visit)) ? [{ href: '/app/organization', text: texts.colleagues }] : []),
  ]
  return h(Unfinished, { texts, left })
}

const hasCalendar = async (visit: SignedInVisit): Promise<boolean> =>
  (await list(visit, listCalendarConnections, {})).length > 0

/** Only of those who may invite somebody. */
const isAlone = async (visit: SignedInVisit): Promise<boolean> => {
  if (!isAdmin(visit.session)) return false
  const organization = visit.session.organizationId
  if ((await listPage(visit, listOrganizationMemberships, { organization, count: 2 })).items.length > 1) return false
  return (
    (await listPage(visit, listOrganizationInvitations, { organization, status: 'pending', count: 1 })).items.length ===
    0
  )
}
