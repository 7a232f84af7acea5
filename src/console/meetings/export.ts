import { entryContent, otherPeopleIn } from '#calendars/index.ts'
import { erasedPerson } from '#contract/erased.ts'
import { idOf } from '#contract/wire.ts'
import { type Attendee, findEntryUids, type MoveHistory, writeCalendars } from '#notifications/index.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { csvOf } from './csv.ts'
import { loadWholeList, type Meeting } from './load.ts'
import { requestOf } from './request.ts'

const columns = [
  'name',
  'status',
  'start_time',
  'end_time',
  'location',
  'hosts',
  'invitees',
  'addresses',
  'guests',
  'canceled_by',
  'reason',
  'uri',
] as const

/** Without those whose booking was canceled; of a canceled meeting, those who were to come. */
const withThoseWhoCome = (meeting: Meeting): Meeting => ({
  ...meeting,
  invitees: meeting.invitees.filter(({ status }) => status === meeting.scheduled_event.status),
})

const loadExported = async (visit: SignedInVisit): Promise<readonly Meeting[]> =>
  (await loadWholeList(visit, requestOf(visit))).map(withThoseWhoCome)

const rowOf = ({ scheduled_event: event, invitees }: Meeting): Record<(typeof columns)[number], string> => ({
  name: event.name ?? '',
  status: event.status,
  start_time: event.start_time,
  end_time: event.end_time,
  location: event.location.location ?? event.location.join_url ?? '',
  hosts: event.event_memberships.map(({ user_name }) => user_name).join('; '),
  invitees: invitees.map(({ name }) => name).join('; '),
  addresses: invitees.map(({ email }) => email).join('; '),
  guests: event.event_guests.map(({ email }) => email).join('; '),
  canceled_by: event.cancellation?.canceled_by ?? '',
  reason: event.cancellation?.reason ?? '',
  uri: event.uri,
})

/** The list that is shown, as a file: everything in it, not only its first page. */
export const exportCsv: ConsoleHandler = async (visit: SignedInVisit) => {
  const rows = (await loadExported(visit)).map(rowOf)
  const file = csvOf(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  )
  return { file, type: 'text/csv; charset=utf-8', name: 'meetings.csv' }
}

export const exportIcs: ConsoleHandler = async (visit: SignedInVisit) => {
  const meetings = await loadExported(visit)
  const uids = await findEntryUids(
    visit.context.database.reader,
    meetings.map(({ scheduled_event: event, invitees }) => ({
      id: idOf(event),
      isGroup: isGroup(event),
      inviteeId: invitees.at(-1)?.uuid,
    })),
  )
  const entries = meetings.map(({ scheduled_event: event, invitees }) => ({
    method: null,
    isCanceled: event.status === 'canceled',
    ...entryReferenceOf(event, uids.get(idOf(event))),
    writtenAt: visit.now,
    startsAt: new Date(event.start_time),
    endsAt: new Date(event.end_time),
    ...entryContent({
      name: event.name ?? '',
      place: event.location,
      invitees,
      isGroup: isGroup(event),
      answers: isGroup(event) ? [] : (invitees[0]?.questions_and_answers ?? []),
      ...otherPeopleIn(
        visit.language.locale,
        event.event_guests.map(({ email }) => email),
        hostsOf(event),
      ),
    }),
    attendees: attendeesOf(event, invitees),
    isSilent: true,
  }))
  return { file: writeCalendars(entries), type: 'text/calendar; charset=utf-8', name: 'meetings.ics' }
}

/** As mails have them. */
const entryReferenceOf = (
  event: Meeting['scheduled_event'],
  { uid, sequence, organizer }: MoveHistory = { uid: '', sequence: 0, organizer: null },
) => ({ uid, sequence, organizer: organizer ?? hostsOf(event)[0] ?? null })

const hostsOf = ({ event_memberships: hosts }: Meeting['scheduled_event']) =>
  hosts.map(({ user_name: name, user_email: email }) => ({ name, email }))

/** As in the mail to the hosts: of a group meeting, invitees do not learn who the others are. */
const attendeesOf = (event: Meeting['scheduled_event'], invitees: Meeting['invitees']): readonly Attendee[] => {
  const hosts = hostsOf(event).map((host) => ({ ...host, role: 'CHAIR' as const, state: 'ACCEPTED' as const }))
  if (isGroup(event)) return hosts
  const booked = invitees.map(({ name, email }) => ({ name, email, role, state: 'ACCEPTED' as const }))
  const guests = event.event_guests.map(({ email }) => ({ name: email, email, role, state: 'NEEDS-ACTION' as const }))
  return [...hosts, ...booked, ...guests].filter(({ email }) => email !== erasedPerson.email)
}

const role = 'REQ-PARTICIPANT' as const

const isGroup = ({ invitees_counter }: Meeting['scheduled_event']): boolean => invitees_counter.limit > 1
