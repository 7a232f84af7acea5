import type { Principal } from '#contract/principal.ts'
import { existing } from '#contract/problem.ts'
import { findVisibleRule } from '#messages/index.ts'
import type { Reader } from '#platform/db/database.ts'
import { languageOf } from '../../../languages/all.ts'
import type { MessageMailData } from '../mail-data.ts'
import { sampleMessage } from '../sample-message.ts'
import { findMember } from '../store/mail-context.ts'

/** A rule that the caller sees, as a message to themselves in one of its languages. */
export const sampledRule = async (
  reader: Reader,
  principal: Principal,
  { id, locale }: { readonly id: string; readonly locale: string },
  now: Date,
): Promise<{ readonly mail: MessageMailData; readonly email: string; readonly membershipId: string }> => {
  const { rule, eventTypes } = await findVisibleRule(reader, principal, id)
  const member = existing(await findMember(reader, principal.organizationId, principal.userId))
  const event = eventTypes[0]?.name ?? languageOf(locale).mails.label.meeting
  return {
    mail: sampleMessage(rule, member, event, locale, now),
    email: member.email,
    membershipId: member.membershipId,
  }
}
