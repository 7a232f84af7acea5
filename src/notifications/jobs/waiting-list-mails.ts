import type { RecordedFact } from '#activity/index.ts'
import type { Persons } from '#contract/persons.ts'
import type { NewMail } from '../store/mails.ts'

interface EntrySubject {
  readonly waiting_list_entry?: { readonly id: string; readonly name: string; readonly email: string }
  readonly event?: string
  readonly locale?: string | null
}

/** Whoever wants to wait for a time confirms that the address is theirs. */
export const waitingListMails = (facts: readonly RecordedFact[], persons: Persons): NewMail[] =>
  facts.flatMap(({ name, organizationId, subject }): NewMail[] => {
    if (name !== 'waiting_list_entry.created') return []
    const { waiting_list_entry: entry, event, locale } = JSON.parse(subject) as EntrySubject
    // A person who was erased before the fact was announced gets no mail.
    if (!entry || event === undefined) return []
    return [
      {
        organizationId,
        recipient: entry.email,
        persons: [persons.of(organizationId, entry.email)],
        mail: {
          ...{ kind: 'waiting_list', organizationId, entryId: entry.id, event, name: entry.name },
          locale: locale ?? 'en',
        },
      },
    ]
  })
