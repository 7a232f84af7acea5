import { UsageError } from '#process/operator-error.ts'
import type { Command } from './command.ts'
import { didYouMean } from './nearest.ts'

/**
 * What there is to command, in the order of the help. Each is loaded when asked for: what starts the service should not
 * wait for the rest.
 */
const subjects: Readonly<Record<string, { readonly summary: string; load(): Promise<readonly Command[]> }>> = {
  start: { summary: 'Run everything in one process', load: async () => (await import('./commands/start.ts')).commands },
  serve: {
    summary: 'Answer HTTP requests, and nothing else',
    load: async () => (await import('./commands/serve.ts')).commands,
  },
  work: {
    summary: 'Do the background work, and nothing else',
    load: async () => (await import('./commands/work.ts')).commands,
  },
  migrate: {
    summary: 'Bring the database up to this release',
    load: async () => (await import('./commands/migrate.ts')).commands,
  },
  init: {
    summary: 'Create an organization and its owner',
    load: async () => (await import('./commands/init.ts')).commands,
  },
  organization: {
    summary: 'List, change and hand over organizations',
    load: async () => (await import('./commands/organization.ts')).commands,
  },
  member: {
    summary: 'Add, list, change and remove members',
    load: async () => (await import('./commands/member.ts')).commands,
  },
  invitation: {
    summary: 'Invite people, and answer for them',
    load: async () => (await import('./commands/invitation.ts')).commands,
  },
  'sign-in-link': {
    summary: 'Show a link that signs somebody in',
    load: async () => (await import('./commands/sign-in-link.ts')).commands,
  },
  password: {
    summary: 'Let somebody set a new password',
    load: async () => (await import('./commands/password.ts')).commands,
  },
  email: {
    summary: 'Let somebody take another e-mail address',
    load: async () => (await import('./commands/email.ts')).commands,
  },
  group: {
    summary: 'Make groups, and say who is in them',
    load: async () => (await import('./commands/group.ts')).commands,
  },
  team: {
    summary: 'Make teams, and say who is in them',
    load: async () => (await import('./commands/team.ts')).commands,
  },
  'event-type': {
    summary: 'Make event types of every kind, change and share them',
    load: async () => (await import('./commands/event-type.ts')).commands,
  },
  link: {
    summary: 'Make links that can be booked through once',
    load: async () => (await import('./commands/link.ts')).commands,
  },
  booking: {
    summary: 'See what is booked; book, move and cancel',
    load: async () => (await import('./commands/booking.ts')).commands,
  },
  'routing-form': {
    summary: 'Make forms that lead visitors to the right meeting',
    load: async () => (await import('./commands/routing-form.ts')).commands,
  },
  schedule: {
    summary: 'Say when a member can be met',
    load: async () => (await import('./commands/schedule.ts')).commands,
  },
  calendar: {
    summary: 'Connect the calendars that members have elsewhere',
    load: async () => (await import('./commands/calendar.ts')).commands,
  },
  conference: {
    summary: 'Say where a member holds conferences',
    load: async () => (await import('./commands/conference.ts')).commands,
  },
  import: {
    summary: 'Bring everything from another scheduling service',
    load: async () => (await import('./commands/import.ts')).commands,
  },
  token: {
    summary: 'Create, list and revoke personal access tokens',
    load: async () => (await import('./commands/token.ts')).commands,
  },
  app: {
    summary: 'Register, list, rotate and delete applications for OAuth',
    load: async () => (await import('./commands/app.ts')).commands,
  },
  webhooks: {
    summary: 'See where messages go, what became of them, and send them again',
    load: async () => (await import('./commands/webhooks.ts')).commands,
  },
  job: {
    summary: 'See background jobs that were set aside, and try them again',
    load: async () => (await import('./commands/job.ts')).commands,
  },
  activity: {
    summary: 'See whether the activity log is as it was written',
    load: async () => (await import('./commands/activity.ts')).commands,
  },
  export: {
    summary: 'Write all that an organization has into one file',
    load: async () => (await import('./commands/export.ts')).commands,
  },
  backup: {
    summary: 'Write everything into one file',
    load: async () => (await import('./commands/backup.ts')).commands,
  },
  move: {
    summary: 'Move everything to another database',
    load: async () => (await import('./commands/move.ts')).commands,
  },
  restore: { summary: 'Bring a backup back', load: async () => (await import('./commands/restore.ts')).commands },
  hold: {
    summary: 'Let a copy send nothing until it is confirmed',
    load: async () => (await import('./commands/hold.ts')).commands,
  },
  resume: {
    summary: 'Let a restored or copied instance send again',
    load: async () => (await import('./commands/resume.ts')).commands,
  },
  health: {
    summary: 'Ask whether the service on this machine is ready',
    load: async () => (await import('./commands/health.ts')).commands,
  },
  doctor: {
    summary: 'Check this installation, and say what to do',
    load: async () => (await import('./commands/doctor.ts')).commands,
  },
}

/** What commands ask a running service for, and nobody types. */
const internalSubjects: typeof subjects = {
  examine: {
    summary: 'Check the service from inside',
    load: async () => (await import('./commands/doctor.ts')).internalCommands,
  },
}

export interface Subject {
  readonly name: string
  readonly summary: string
}

export const listSubjects = (): readonly Subject[] =>
  Object.entries(subjects).map(([name, { summary }]) => ({ name, summary }))

const commandsOf = async (subject: string): Promise<readonly Command[]> => {
  const known = Object.hasOwn(internalSubjects, subject) ? internalSubjects : subjects
  const found = Object.hasOwn(known, subject) ? known[subject] : undefined
  if (!found)
    throw new UsageError(
      `There is no command ${subject}.${didYouMean(subject, Object.keys(subjects))} See: openslot --help`,
    )
  return found.load()
}

export const allCommands = async (): Promise<readonly Command[]> =>
  (await Promise.all(Object.keys(subjects).map(commandsOf))).flat()

export type Asked =
  | { readonly kind: 'everything' }
  | { readonly kind: 'subject'; readonly subject: string; readonly commands: readonly Command[] }
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }

/** Which command the words begin with; or, when they name none completely, what there is to choose from. */
export const findCommand = async (words: readonly string[]): Promise<Asked> => {
  const [subject, verb] = words
  if (subject === undefined) return { kind: 'everything' }
  if (subject.startsWith('-')) throw new UsageError(`A command comes first, then ${subject}. See: openslot --help`)
  const commands = await commandsOf(subject)
  const alone = commands.find(({ name }) => name === subject)
  if (alone) return { kind: 'command', command: alone, rest: words.slice(1) }
  if (verb === undefined) return { kind: 'subject', subject, commands }
  const command = commands.find(({ name }) => name === `${subject} ${verb}`)
  if (command) return { kind: 'command', command, rest: words.slice(2) }
  const verbs = commands.map(({ name }) => name.slice(subject.length + 1))
  throw new UsageError(
    `There is no command ${subject} ${verb}.${didYouMean(verb, verbs)} There are: ${verbs.join(', ')}.`,
  )
}
