import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import { readInstant } from '#platform/time/instant.ts'

// What is read of the other side: what the published description promises and nothing of ours is required. Services
// differ, and add fields.

const text = z.string()
const optionalText = text.nullish().transform((value) => value ?? null)
/** Their last part is kept in an index. */
const uri = text.min(1).max(2_000)
const optionalUri = optionalText

const instant = text.transform((value, context) => {
  const read = readInstant(value)
  if (read) return read
  context.addIssue({ code: 'custom', message: says('not_a_time') })
  return z.NEVER
})
const optionalInstant = instant.nullish().transform((value) => value ?? null)

export const ForeignUser = z.object({
  uri,
  name: text,
  slug: optionalText,
  scheduling_url: optionalText,
  email: text,
  timezone: optionalText,
  time_notation: optionalText,
  avatar_url: optionalText,
  locale: optionalText,
  created_at: optionalInstant,
  updated_at: optionalInstant,
  current_organization: uri,
})
export type ForeignUser = z.output<typeof ForeignUser>

export const ForeignOrganization = z.object({
  uri,
  name: text.nullish().transform((name) => name ?? 'Imported organization'),
})

export const ForeignMembership = z.object({
  uri,
  role: text,
  user: ForeignUser.partial({ current_organization: true }),
  created_at: instant,
  updated_at: instant,
})
export type ForeignMembership = z.output<typeof ForeignMembership>

export const ForeignGroup = z.object({ uri, name: text, created_at: instant, updated_at: instant })
export type ForeignGroup = z.output<typeof ForeignGroup>

export const ForeignGroupMember = z.object({
  uri,
  role: text,
  owner: z.object({ uri, type: optionalText }),
  group: uri,
  created_at: instant,
  updated_at: instant,
})
export type ForeignGroupMember = z.output<typeof ForeignGroupMember>

export const ForeignSchedule = z.object({
  uri,
  default: z.boolean(),
  name: text,
  user: uri,
  timezone: text,
  rules: z.array(z.unknown()),
})
export type ForeignSchedule = z.output<typeof ForeignSchedule>

export const ForeignEventType = z.object({
  uri,
  name: optionalText,
  active: z.boolean(),
  slug: optionalText,
  scheduling_url: optionalText,
  duration: z.number(),
  duration_options: z.array(z.number()).nullish(),
  kind: text,
  pooling_type: optionalText,
  type: optionalText,
  color: optionalText,
  created_at: instant,
  updated_at: instant,
  internal_note: optionalText,
  description_plain: optionalText,
  description_html: optionalText,
  profile: z.object({ type: text, owner: uri }).nullish(),
  secret: z.boolean().nullish(),
  custom_questions: z.array(z.unknown()).nullish(),
  deleted_at: optionalInstant,
  admin_managed: z.boolean().nullish(),
  locations: z.array(z.unknown()).nullish(),
  position: z.number().nullish(),
  locale: optionalText,
  scheduling_rules: z.unknown().optional(),
  redirect_url: optionalText,
  name_format: optionalText,
  reminders: z.array(z.number()).nullish(),
})
/** Only some sources say how many invitees a group type takes. */
export type ForeignEventType = z.output<typeof ForeignEventType> & {
  readonly seats?: number | null
  /** How long hosts may take to accept a booking; null where they accept none. */
  readonly approval_hours?: number | null
}

/** A member is not promised: one who has left is shown without. */
export const ListedHost = z.object({
  uri,
  member: z.object({ uri }).nullish(),
  created_at: optionalInstant,
  updated_at: optionalInstant,
})
export interface ForeignHost extends Omit<z.output<typeof ListedHost>, 'member'> {
  readonly member: { readonly uri: string }
  /** Only some sources say who is asked first in a round robin. */
  readonly priority?: number
}

const HostHours = z.object({
  user: optionalUri,
  availability_rule: z.object({
    uri: optionalUri,
    user: optionalUri,
    timezone: optionalText,
    rules: z.array(z.unknown()),
  }),
})
/** Whose hours they are is said inside the rule; some say it outside as well. */
export const ForeignHostHours = HostHours.transform(({ user: outside, availability_rule: { user, ...rule } }) => ({
  user: user ?? outside,
  availability_rule: rule,
}))
export type ForeignHostHours = z.output<typeof ForeignHostHours>

export const ForeignForm = z.object({
  uri,
  name: text,
  status: text,
  questions: z.array(
    z.object({
      uuid: text,
      name: text,
      type: text,
      required: z.boolean(),
      answer_choices: z.array(text.nullable()).nullish(),
    }),
  ),
  created_at: instant,
  updated_at: instant,
})
export type ForeignForm = z.output<typeof ForeignForm>

const Tracking = z.record(text, z.unknown()).nullish()

export const ForeignSubmission = z.object({
  uri,
  routing_form: uri,
  questions_and_answers: z.array(z.object({ question_uuid: optionalText, question: text, answer: optionalText })),
  tracking: Tracking,
  result: z.object({ type: text, value: z.unknown() }).nullish(),
  created_at: instant,
  updated_at: instant,
})
export type ForeignSubmission = z.output<typeof ForeignSubmission>

const Cancellation = z
  .object({ canceled_by: optionalText, reason: optionalText, canceler_type: optionalText, created_at: optionalInstant })
  .nullish()

export const ForeignMeeting = z.object({
  uri,
  name: optionalText,
  meeting_notes_plain: optionalText,
  meeting_notes_html: optionalText,
  status: text,
  start_time: instant,
  end_time: instant,
  event_type: optionalUri,
  location: z.record(text, z.unknown()).nullish(),
  invitees_counter: z.object({ total: z.number(), active: z.number(), limit: z.number() }),
  created_at: instant,
  updated_at: instant,
  event_memberships: z.array(
    z.object({
      user: uri,
      user_email: optionalText,
      user_name: optionalText,
      buffered_start_time: optionalInstant,
      buffered_end_time: optionalInstant,
    }),
  ),
  event_guests: z.array(z.object({ email: text })).nullish(),
  calendar_event: z.object({ kind: optionalText, external_id: optionalText }).nullish(),
  cancellation: Cancellation,
})
/** Only some sources say under which UID it is in calendars. */
export type ForeignMeeting = z.output<typeof ForeignMeeting> & {
  readonly calendar?: { readonly uid: string; readonly sequence: number }
}

export const ForeignInvitee = z.object({
  uri,
  email: text,
  name: text,
  first_name: optionalText,
  last_name: optionalText,
  status: text,
  timezone: optionalText,
  event: uri,
  text_reminder_number: optionalText,
  questions_and_answers: z
    .array(
      z.object({ question: text, answer: text.nullish().transform((answer) => answer ?? ''), position: z.number() }),
    )
    .nullish(),
  tracking: Tracking,
  old_invitee: optionalUri,
  new_invitee: optionalUri,
  routing_form_submission: optionalUri,
  cancellation: Cancellation,
  no_show: z.object({ uri, created_at: instant }).nullish(),
  scheduling_method: optionalText,
  invitee_scheduled_by: optionalUri,
  created_at: instant,
  updated_at: instant,
})
/** Where ids are counted up, the id of an invitee was no address there, and must open nothing here. */
export type ForeignInvitee = z.output<typeof ForeignInvitee> & {
  readonly isCounted?: boolean
  readonly locale?: string | null
}

export const ForeignSubscription = z.object({
  uri,
  callback_url: text,
  events: z.array(text),
  scope: text,
  user: optionalUri,
  group: optionalUri,
  creator: optionalUri,
  created_at: instant,
  updated_at: instant,
})
export type ForeignSubscription = z.output<typeof ForeignSubscription>

/** The last part of a URI. */
export const foreignId = (address: string): string => address.replace(/\/+$/, '').split('/').pop() ?? ''

export const noType = 'none'

/** Meetings that were made without a type share one. */
export const typeIdOf = ({ event_type: type }: Pick<ForeignMeeting, 'event_type'>): string =>
  type === null ? noType : foreignId(type)
