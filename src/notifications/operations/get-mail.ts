import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { parseRichText } from '#platform/rich-text.ts'
import { findMailBody } from '../store/mail-history.ts'

/** The leaf of a calendar, which repeats the date. */
const drawn = /<table[^>]* aria-hidden="true".*?<\/table>/gs

export const getMail = read({
  name: 'get_mail',
  summary: 'Get what a mail about a meeting said',
  description: 'For owners and admins. As plain text, without its links: those act in the name of whoever got it.',
  scopes: ['outgoing_communications:read'],
  plan: 'enterprise',
  input: z.object({ uuid: pathId }),
  output: z.object({ text: z.string() }),

  async run({ reader, principal }, { uuid }) {
    if (!isAdmin(principal)) throw refuse('no_access')
    const body = existing(await findMailBody(reader, principal.organizationId, uuid))
    const { plain } = parseRichText(body.replaceAll(drawn, ''))
    return { text: plain.replaceAll(/[ \t]*\n\s*/g, '\n') }
  },
})
