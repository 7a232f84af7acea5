import { locales, nameFormats } from '#event-types/index.ts'
import type { Options, OptionValues } from './command.ts'
import { wordsIn } from './scope-words.ts'

const yesOrNo = ['yes', 'no'] as const
const listLike = (example: string) => ({ advice: `, like '${example}'` })

/** Everything an event type has, whatever its kind. An empty value removes what may be missing. */
export const eventTypeSettings = {
  active: { value: 'YES_OR_NO', summary: 'Whether the event type can be booked', choices: yesOrNo },
  description: { value: 'TEXT', summary: 'The description, as plain text or simple HTML' },
  duration: { value: 'MINUTES', summary: 'The duration in minutes; by default 30' },
  'duration-options': {
    value: 'MINUTES',
    summary: 'The durations that invitees can choose from, separated by commas: 15,30,60',
  },
  locations: {
    value: 'JSON',
    json: listLike('[{"kind": "physical", "location": "Rua Nova 1"}]'),
    summary: 'The locations, as locations in the API',
  },
  color: { value: 'COLOR', summary: 'The color, as #rrggbb' },
  locale: {
    value: 'LANGUAGE',
    summary: 'The language of its pages and emails; "browser" for the language of each invitee\'s browser',
    choices: [...locales, 'browser'],
  },
  timezone: { value: 'ZONE', summary: 'The time zone of its own hours, such as Europe/Lisbon' },
  rules: {
    value: 'JSON',
    field: 'scheduling_rules',
    json: listLike('{"buffer_after": 10}'),
    summary: 'The scheduling rules, as scheduling_rules in the API',
  },
  'booking-rules': {
    value: 'JSON',
    field: 'booking_rules',
    json: listLike('{"approval": {"hours": 24}}'),
    summary: 'What must happen before a booking counts, as booking_rules in the API',
  },
  questions: {
    value: 'JSON',
    field: 'custom_questions',
    json: listLike('[{"name": "Company", "type": "string", "position": 0}]'),
    summary: 'The questions, as custom_questions in the API',
  },
  'name-format': {
    value: 'FORMAT',
    summary: 'Whether the form has one field for the name or two',
    choices: nameFormats,
  },
  reminders: {
    value: 'MINUTES',
    summary: 'The reminders in minutes before the meeting, separated by commas: 1440,60',
  },
  'redirect-url': { value: 'URL', summary: 'The URL invitees are redirected to after booking' },
  note: { value: 'TEXT', field: 'internal_note', summary: 'An internal note' },
  secret: { value: 'YES_OR_NO', summary: "Whether the event type is hidden from its owner's page", choices: yesOrNo },
  'admin-managed': { value: 'YES_OR_NO', summary: 'Whether only admins can edit it', choices: yesOrNo },
  position: { value: 'NUMBER', summary: "Its position on its owner's page, from 0" },
  seats: { value: 'NUMBER', summary: 'The number of seats, for group event types' },
} as const satisfies Options

type Given = OptionValues<typeof eventTypeSettings>

const yes = (answer: string | undefined): boolean | undefined => (answer === undefined ? undefined : answer === 'yes')
const orNone = (text: string | undefined): string | null | undefined => (text === '' ? null : text)

const listIn = (text: string | undefined): string[] | undefined => (text === undefined ? undefined : wordsIn(text))

/** What the API knows too. What is undefined stays as it is. */
export const settingsOfApi = (given: Given) => ({
  active: yes(given.active),
  description: orNone(given.description),
  duration: given.duration,
  duration_options: given['duration-options'] === '' ? null : listIn(given['duration-options']),
  locations: given.locations,
  color: given.color,
  timezone: given.timezone,
  scheduling_rules: given.rules,
  booking_rules: given['booking-rules'],
  internal_note: orNone(given.note),
  redirect_url: orNone(given['redirect-url']),
  name_format: given['name-format'],
  reminders: listIn(given.reminders),
})

/** What only the console and the command line set. */
export const settingsOfConsole = (given: Given) => ({
  custom_questions: given.questions,
  locale: given.locale === 'browser' ? null : given.locale,
  secret: yes(given.secret),
  admin_managed: yes(given['admin-managed']),
  position: given.position,
  seats: given.seats,
})
