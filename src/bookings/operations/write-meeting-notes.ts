import { recordChange } from '#activity/index.ts'
import { write } from '#execution/operation.ts'
import { parseRichText, plainText } from '#platform/rich-text.ts'
import { NotesRequest } from '../requests.ts'
import { ScheduledEventResource, toScheduledEventResource } from '../resources.ts'
import { updateNotes } from '../store/scheduled-events.ts'
import { lockMeeting } from '../workflow/lock-meeting.ts'

/**
 * Other operations move and cancel an event. Names and addresses of people may have changed since the read, so they are
 * not compared.
 */
const fixedInEvent = [
  ...[
    'name',
    'status',
    'start_time',
    'end_time',
    'event_type',
    'location.type',
    'location.location',
    'invitees_counter.limit',
  ],
  ...['event_memberships.*.user', 'event_guests.*.email', 'calendar_event', 'cancellation'],
]

export const writeMeetingNotes = write({
  name: 'write_meeting_notes',
  summary: 'Update the notes of a scheduled event',
  description: 'For its hosts, owners, and admins. Canceled and past events can have notes too.',
  scopes: ['scheduled_events:write'],
  fixed: fixedInEvent,
  input: NotesRequest,
  output: ScheduledEventResource,

  async run({ tx, principal, links, persons, now, checkFixed }, { id, notes: wanted, sentBack }) {
    const { organizationId } = principal
    const held = await lockMeeting(tx, principal, id)

    const current = toScheduledEventResource(links, held.scheduledEvent)
    checkFixed(current)
    const html = sentBack.html === current.meeting_notes_html ? undefined : sentBack.html
    const plain = sentBack.plain === current.meeting_notes_plain ? undefined : sentBack.plain
    const rich = wanted === undefined ? html : wanted
    const notes = rich === undefined ? plain : rich
    if (notes === undefined) return current

    const written =
      notes === null || notes.trim() === ''
        ? { plain: null, html: null }
        : rich === undefined
          ? plainText(notes)
          : parseRichText(notes)
    await updateNotes(tx, organizationId, id, written, now)

    for (const { email } of held.scheduledEvent.guests) persons.of(organizationId, email)
    const scheduledEvent = {
      ...held.scheduledEvent,
      notesPlain: written.plain,
      notesHtml: written.html,
      updatedAt: now,
    }
    const resource = toScheduledEventResource(links, scheduledEvent)
    // Without the notes: entries of the log stay.
    const { uri, event_type, start_time } = resource
    const subject = { scheduled_event: { uri, event_type, start_time } }
    await recordChange({ tx, principal, now }, 'scheduled_event.notes_changed', subject)
    return resource
  },
})
