import { idInUri } from '#contract/wire.ts'
import type { Persons } from '#platform/crypto/persons.ts'
import type { Tx } from '#platform/db/database.ts'
import { type Addressed, type Knowledge, lettersOf, type News } from '../news.ts'
import { findChains, findHabits, findTypeTraits, type TypeTraits } from '../store/knowledge.ts'
import type { NewMail } from '../store/mails.ts'

/** News with the organization they are of. */
export type Local = News & { readonly organizationId: string }

/** What is known beside the facts, of all of them at once. */
export const learn = async (tx: Tx, news: readonly News[]): Promise<{ knowledge: Knowledge; types: ReadonlyMap<string, TypeTraits> }> => {
  if (news.length === 0) return { knowledge: { locale: () => null, member: () => undefined, chain: () => undefined }, types: new Map() }
  const found = await findTypeTraits(tx, [...new Set(news.map(({ event }) => idInUri(event.event_type)))])
  const hosts = news.flatMap(({ event, before }) => [...event.event_memberships, ...(before?.event_memberships ?? [])])
  const habits = new Map((await findHabits(tx, [...new Set(hosts.map(({ user }) => idInUri(user)))])).map((one) => [one.id, one]))
  // A new booking was never moved, so there is no earlier one to look up.
  const moved = news.filter(({ kind, invitee }) => invitee && !(kind === 'booked' && !invitee.old_invitee))
  const chains = await findChains(
    tx,
    moved.flatMap(({ invitee }) => (invitee ? [idInUri(invitee.uri)] : [])),
  )
  const types = new Map(found.map((type) => [type.id, type]))
  return {
    types,
    knowledge: {
      locale: (eventTypeId) => types.get(eventTypeId)?.locale ?? null,
      member: (userId) => habits.get(userId),
      chain: (inviteeId) => chains.get(inviteeId),
    },
  }
}

export const mailsAbout = (news: readonly Local[], knowledge: Knowledge, persons: Persons): NewMail[] =>
  news.flatMap((one) => lettersOf(one, knowledge).map((addressed) => mailOf(one.organizationId, addressed, persons)))

const mailOf = (organizationId: string, { recipient, letter, ids }: Addressed, persons: Persons): NewMail => {
  const told = new Set([...(letter.invitee ? [letter.invitee.email] : []), ...letter.guests, ...(letter.to === 'host' ? [] : [recipient])])
  return {
    organizationId,
    recipient,
    letter,
    ids,
    persons: [...told].map((email) => persons.of(organizationId, email)),
    ...(letter.kind === 'reminder' ? { expiresAt: new Date(letter.span.startsAt) } : {}),
  }
}
