import type { z } from 'zod'
import { listWaitingListEntries } from '#bookings/index.ts'
import { idOf } from '#contract/wire.ts'
import { listPage } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { wallAt, writeShortDay } from '#platform/language/moments.ts'
import { readInstant } from '#platform/time/instant.ts'
import { filled } from '#ui/format.ts'
import { ConfirmedAction } from '#ui/forms.tsx'
import { DotsIcon } from '#ui/icons.tsx'
import { languageOf } from '../../../languages/all.ts'
import { textsFor } from './texts.ts'

type Entry = z.output<typeof listWaitingListEntries.output>

const path = '/app/meetings/waiting'

/** Who waits for a time, by event type: with an offer first, then the longest waiting. */
export const waitingLists = async (visit: SignedInVisit, isAll: boolean) => {
  const { session } = visit
  const whose = isAll ? { organization: session.organizationId } : { user: session.userId }
  const [offered, waiting] = await Promise.all(
    (['offered', 'waiting'] as const).map((state) =>
      listPage(visit, listWaitingListEntries, { ...whose, state, count: 100 }),
    ),
  )
  const entries = [...(offered?.items ?? []), ...(waiting?.items ?? [])]
  const types = [...new Set(entries.map((entry) => entry.event_type))]
  return types.map((type) => entries.filter((entry) => entry.event_type === type))
}

interface WaitingListsProps {
  readonly visit: SignedInVisit
  readonly lists: readonly (readonly Entry[])[]
  readonly isAll: boolean
}

export const WaitingLists = ({ visit, lists, isAll }: WaitingListsProps) => {
  const { waiting: texts } = textsFor(visit)
  if (lists.length === 0) return null
  return (
    <section class="waiting">
      <h2>{texts.title}</h2>
      {lists.map(([first, ...rest]) =>
        first === undefined ? null : (
          <div key={first.event_type}>
            <h3>{first.name}</h3>
            <ul class="list entries">
              {[first, ...rest].map((entry) => (
                <EntryRow key={entry.uri} {...{ visit, entry, isAll }} />
              ))}
            </ul>
          </div>
        ),
      )}
    </section>
  )
}

const EntryRow = ({ visit, entry, isAll }: Pick<WaitingListsProps, 'visit' | 'isAll'> & { readonly entry: Entry }) => {
  const all = textsFor(visit)
  const { waiting: texts } = all
  const { name, email } = entry.invitee
  const [from, until] = daysOf(visit, entry)
  const since = dayIn(visit, readInstant(entry.created_at) ?? visit.now, visit.session.timezone)
  return (
    <li>
      <span class="grow">
        <b>{name}</b>
        <span class="facts">
          <span>{email}</span>
          <span>{filled(texts.days, { from, until })}</span>
          <span>{filled(texts.since, { since })}</span>
        </span>
      </span>
      {entry.state === 'offered' && <span class="chip">{texts.offered}</span>}
      <details class="menu">
        <summary class="icon-only" aria-label={`${texts.remove}: ${name}`}>
          <DotsIcon />
        </summary>
        <ul>
          <li>
            <ConfirmedAction
              token={visit.formToken}
              action={`${path}/${idOf(entry)}/remove${isAll ? '?who=all' : ''}`}
              text={texts.remove}
              hint={filled(texts.removeHint, { name })}
            />
          </li>
        </ul>
      </details>
    </li>
  )
}

/** As they named them, in their own time zone. */
const daysOf = (visit: SignedInVisit, { wanted_from, wanted_until, invitee }: Entry): [string, string] => {
  const from = readInstant(wanted_from) ?? visit.now
  const end = readInstant(wanted_until) ?? visit.now
  return [dayIn(visit, from, invitee.timezone), dayIn(visit, new Date(end.getTime() - 1), invitee.timezone)]
}

const dayIn = ({ language }: SignedInVisit, at: Date, zone: string): string =>
  writeShortDay(languageOf(language.locale), wallAt(at, zone))
