import { randomUUID } from 'node:crypto'
import { isAdmin, type Principal } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Mailbox, MailOutcome } from '#platform/mail/mail.ts'
import { messageIdOf } from '../mail.ts'
import { asHtml, asText, type MailPart, pageAround } from '../mail-layout.ts'
import { mailStyleOf } from '../mail-style.ts'

interface TestMail {
  readonly to: Mailbox
  readonly subject: string
  readonly text: string
  readonly locale: string
}

/** Sends a message at once and waits for what the server says, so that the operator sees what is wrong with it. */
export const sendTestMail = (
  { mail: { mailer, from }, clock, links }: Pick<AppContext, 'mail' | 'clock' | 'links'>,
  principal: Principal,
  { to, subject, text, locale }: TestMail,
): Promise<MailOutcome> => {
  if (!isAdmin(principal)) throw refuse('no_permission_for_action')
  const parts: MailPart[] = [
    { kind: 'heading', text: subject },
    { kind: 'line', text },
  ]
  const style = mailStyleOf(null)
  return mailer.send({
    messageId: messageIdOf(randomUUID(), from.address),
    date: clock.now(),
    ...{ from, to, subject },
    text: asText(parts),
    html: pageAround({ html: asHtml(parts, style), subject, preheader: text }, locale, style, {
      name: 'Openslot',
      logoUrl: null,
      site: links.site,
    }),
  })
}
