import { locales, nameFormats } from '#event-types/index.ts'
import type { Options, Values } from './command.ts'
import { wordsIn } from './scope-words.ts'

const yesOrNo = ['yes', 'no'] as const
const listLike = (example: string) => ({ advice: `, like '${example}'` })

/** Everything an event type has, whatever its kind. An empty value removes what may be missing. */
export const eventTypeSettings = {
  active: { value: 'YES_OR_NO', summary: 'Whether it can be booked', choices: yesOrNo },
  description: { value: 'TEXT', summary: 'What invitees read about it, as plain text or simple HTML' },
  duration: { value: 'MINUTES', summary: 'How long it takes; 30 in a new one' },
  'duration-options': {
    value: 'MINUTES',
    summary: 'The lengths that invitees choose from, separated by commas: 15,30,60',
  },
  locations: {
    value: 'JSON',
    json: listLike('[{"kind": "physical", "location": "Rua Nova 1"}]'),
    summary: 'Where it takes place, as locations in the API',
  },
  color: { value: 'COLOR', summary: 'As #rrggbb' },
  locale: {
    value: 'LANGUAGE',
    summary: "The language of its pages and mails; browser for that of each visitor's browser",
    choices: [...locales, 'browser'],
  },
  timezone: { value: 'ZONE', summary: 'The zone of its own hours, like Europe/Lisbon' },
  rules: {
    value: 'JSON',
    field: 'scheduling_rules',
    json: listLike('{"buffer_after": 10}'),
    summary: 'When it can be booked, as scheduling_rules in the API',
  },
  questions: {
    value: 'JSON',
    field: 'custom_questions',
    json: listLike('[{"name": "Company", "type": "string", "position": 0}]'),
    summary: 'What invitees are asked, as custom_questions in the API',
  },
  'name-format': {
    value: 'FORMAT',
    summary: 'Whether the name is asked for in one field or in two',
    choices: nameFormats,
  },
  reminders: {
    value: 'MINUTES',
    summary: 'When invitees are reminded, in minutes before it begins, separated by commas: 1440,60',
  },
  'redirect-url': { value: 'URL', summary: 'Where invitees are sent after booking, instead of our confirmation' },
  note: { value: 'TEXT', field: 'internal_note', summary: 'An internal note' },
  secret: { value: 'YES_OR_NO', summary: "Whether it is left out of its owner's page", choices: yesOrNo },
  'admin-managed': { value: 'YES_OR_NO', summary: 'Whether only admins may change it', choices: yesOrNo },
  position: { value: 'NUMBER', summary: "Its position on its owner's page, from 0" },
  seats: { value: 'NUMBER', summary: 'How many can come; for groups' },
} as const satisfies Options

type Given = Values<typeof eventTypeSettings>

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
