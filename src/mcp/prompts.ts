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
    description: 'Find a time and book it for somebody.',
    arguments: [
      { name: 'invitee', description: 'Who is to be met: name and e-mail address.', required: true },
      optional('event_type', 'What kind of meeting, by name.'),
      optional('when', 'When, in words: next week, Tuesday morning.'),
    ],
    words: ({ invitee, event_type, when }) =>
      `Please book a meeting with ${invitee}${event_type ? ` of the kind "${event_type}"` : ''}${when ? `, ${when}` : ''}. Offer me times in my time zone, and book only after I have chosen one.\n\n${playbook('book-a-meeting')}`,
  },
  {
    name: 'weekly_digest',
    title: 'My week',
    description: 'What is on, day by day.',
    arguments: [optional('week', 'Which week, in words or by a date in it; this one if left out.')],
    words: ({ week }) =>
      `Please tell me what my week looks like${week ? ` (${week})` : ''}, day by day, in my time zone.\n\n${playbook('weekly-digest')}`,
  },
  {
    name: 'reschedule_meeting',
    title: 'Move a meeting',
    description: 'Find a meeting and move it to another time.',
    arguments: [
      { name: 'meeting', description: 'Which one: who it is with, or when it is.', required: true },
      optional('when', 'When it should be instead, in words.'),
    ],
    words: ({ meeting, when }) =>
      `Please move this meeting of mine: ${meeting}.${when ? ` It should be ${when}.` : ''} Tell me which meeting you found and offer me times before you move it.\n\n${playbook('move-or-cancel-a-meeting')}`,
  },
]
