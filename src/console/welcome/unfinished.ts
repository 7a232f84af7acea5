import { h } from 'preact'
import { isAdmin } from '#contract/principal.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { Unfinished } from '../../../web/console/welcome/unfinished.tsx'
import { textsFor } from './bare-page.ts'

/** What is left of the first run, and whether mail leaves at all. */
export const unfinishedNotes = (visit: SignedInVisit) => {
  const { session, context } = visit
  return h(Unfinished, {
    texts: textsFor(visit),
    awaitsHours: session.awaitsWelcome,
    needsPassword: !session.hasPassword,
    lacksMail: isAdmin(session) && !context.mail.hasServer,
  })
}
