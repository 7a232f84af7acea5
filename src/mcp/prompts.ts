import { skills } from './skills.ts'

interface KnownPrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: { readonly name: string; readonly description: string; readonly required: boolean }[]
  readonly words: (given: Readonly<Record<string, string>>) => string
}

const playbook = (name: string): string => skills.find((skill) => skill.name === name)?.instructions ?? ''

const optional = (name: string, description: string) => ({ name, description, required: false })

/** What a person picks from a menu; each leads to a playbook. */
export const prompts: readonly KnownPrompt[] = [
  {
    name: 'book_meeting',
    title: 'Book a meeting',
    description: 'Find a time and book it for an invitee.',
    arguments: [
      { name: 'invitee', description: 'The invitee: name and email address.', required: true },
      optional('event_type', 'The name of the event type.'),
      optional('when', 'When, such as: next week, Tuesday morning.'),
    ],
    words: ({ invitee, event_type, when }) =>
      `Please book a meeting with ${invitee}${event_type ? ` of the kind "${event_type}"` : ''}${when ? `, ${when}` : ''}. Offer me times in my time zone, and book only after I have chosen one.\n\n${playbook('book-a-meeting')}`,
  },
  {
    name: 'weekly_digest',
    title: 'My week',
    description: 'Your meetings, day by day.',
    arguments: [optional('week', 'The week, described or by a date in it; by default this week.')],
    words: ({ week }) =>
      `Please tell me what my week looks like${week ? ` (${week})` : ''}, day by day, in my time zone.\n\n${playbook('weekly-digest')}`,
  },
  {
    name: 'reschedule_meeting',
    title: 'Reschedule a meeting',
    description: 'Find a meeting and reschedule it.',
    arguments: [
      { name: 'meeting', description: 'The meeting: who it is with or when it is.', required: true },
      optional('when', 'The new time, such as: next week, Tuesday morning.'),
    ],
    words: ({ meeting, when }) =>
      `Please reschedule this meeting of mine: ${meeting}.${when ? ` It should be ${when}.` : ''} Tell me which meeting you found and offer me times before you reschedule it.\n\n${playbook('move-or-cancel-a-meeting')}`,
  },
]
