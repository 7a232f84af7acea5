import type { z } from 'zod'
import { readBookingForm } from '#booking-pages/booking-form.ts'
import { createInvitee, findAtEntryPointById } from '#bookings/index.ts'
import { missing } from '#contract/problem.ts'
import { idInUri } from '#contract/wire.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { writeSecond } from '#platform/time/instant.ts'
import { asVisitor, bookingPages } from '../booking-page.tsx'
import type { ConsoleHandler } from '../console-page.ts'
import { formerOwners, groupsOf, loadTypes, textOf } from '../event-types/list.ts'
import { cutNote, mostRows } from '../long-lists.ts'
import { typeLabels } from '../type-labels.ts'
import { BookFor } from './book-view.tsx'
import { languageForHosts, refusalOf } from './host-page.ts'
import { textsFor } from './texts.ts'

/** What can be booked for somebody, the own event types first. */
export const chooseType: ConsoleHandler = async (visit) => {
  const texts = textsFor(visit)
  const former = await formerOwners(visit)
  const open = (await loadTypes(visit)).filter(({ active, profile }) => active && !former.has(profile.owner))
  const search = visit.query.get('q')?.trim() ?? ''
  const fitting = open.filter((type) => textOf(type).includes(search.toLowerCase()))
  const cut = cutNote(visit, fitting.length)
  return {
    title: texts.bookTitle,
    screen: 'meetings',
    content: (
      <BookFor
        {...{ texts, search, cut, labels: typeLabels(open) }}
        groups={groupsOf(visit, fitting.slice(0, mostRows), former)}
      />
    ),
  }
}

const addressOfType = (id: string): string => `/app/meetings/new/${id}`

const note = (visit: SignedInVisit) => (
  <>
    <a href="/app/meetings/new">{textsFor(visit).bookTitle}</a> · {textsFor(visit).bookHint}
  </>
)

export const bookForPages = bookingPages('/app/meetings/new/:type', {
  find: async (visit) => {
    const { context, params, session, now } = visit
    const bookable = await findAtEntryPointById(
      ...([context.database.reader, context.codes, params.type ?? '', undefined, now] as const),
    )
    if (bookable?.eventType.organizationId !== session.organizationId) throw missing()
    const { id, slug, owner } = bookable.eventType
    return {
      ...{ bookable, entryPoint: { kind: 'type', user: owner.slug, type: slug } },
      ...{ language: languageForHosts(visit), path: addressOfType(id), screen: 'meetings', note: note(visit) },
      ...{ clock: session, eventType: { profilePath: null, isRequested: false, price: null } },
    }
  },
  take: async (visit, { bookable, language }, start) => {
    const read = readBookingForm(language, bookable, visit.form, asVisitor(visit).query)
    if ('errors' in read) return { refused: { outcome: 'wrong', errors: read.errors, message: null } }
    // Mails to the invitee are in the language of the event type, not in that of the host.
    const { locale: _, time_notation: __, ...fields } = read.fields
    const input = { ...fields, event_type: bookable.eventType.id, start_time: writeSecond(start.getTime()) }
    try {
      const booked = await run(visit, createInvitee, input as unknown as z.input<typeof createInvitee.input>)
      const open = idInUri(booked.event)
      return {
        to: `/app/meetings?${new URLSearchParams({ open, done: 'booked' })}`,
        event: booked.event,
        invitee: booked.uri,
      }
    } catch (error) {
      return { refused: refusalOf(visit, error) }
    }
  },
})
