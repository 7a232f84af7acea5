import { z } from 'zod'
import { parseInput } from '#contract/input.ts'
import { invalid } from '#contract/problem.ts'
import { exampleLinks } from '#contract/wire.ts'
import { withoutNulls } from './arguments.ts'
import { inputSchemaOf, outputSchemaOf } from './json-schema.ts'
import { type OwnAnswer, readingHints, type ShownTool } from './known-tool.ts'

/** Playbooks for a model: which tools in which order, and what to look out for. */
export const skills = [
  {
    name: 'book-a-meeting',
    description: 'Find a suitable time and book it for an invitee.',
    instructions: `1. users-get_current_user: keep resource.uri, resource.current_organization, and resource.timezone.
2. event_types-list_event_types with user and active=true. Choose by name and duration; ask if several match.
3. event_types-get_event_type: note which custom_questions are required and which locations it has.
4. availability-find_times with the event type, a range, and the user's time zone. Offer three to five local times.
5. When the user has chosen: meetings-create_invitee with the start_time of that option, unchanged, and the invitee's name, email, and timezone. Answer every required question; never invent answers, ask.
6. Confirm the local time and the location, and that invitee and hosts got an email.
If the error code is already_filled, go back to step 4. If an answer is missing, the error names the question.`,
  },
  {
    name: 'move-or-cancel-a-meeting',
    description: 'Find the right meeting, then reschedule or cancel it.',
    instructions: `1. users-get_current_user, then meetings-list_events with user, status=active and min_start_time=now. Narrow it down with invitee_email if you know it.
2. Confirm the meeting you found (name, local time, invitees) before you change it. meetings-list_event_invitees lists the invitees and their URIs.
3. To reschedule it: availability-find_times for its event_type, let the user choose, then meetings-reschedule_invitee with the invitee's URI and the new start_time. The response has a new invitee; the old one is canceled.
4. To cancel it: meetings-cancel_event with a short, friendly reason. Invitees and hosts get an email, and it can't be undone, so confirm first.
For one of several invitees of a group meeting, use meetings-cancel_invitee instead.`,
  },
  {
    name: 'weekly-digest',
    description: 'Summarize the week of the user.',
    instructions: `1. users-get_current_user for uri and timezone.
2. meetings-list_events with user, status=active, min_start_time and max_start_time for the week in that time zone, sort=start_time:asc. Follow next_page_token until it is null.
3. meetings-list_event_invitees for each meeting, to name the invitees.
4. Group by day in local time; for each meeting: time, name, invitees, location. Mention free days, and canceled meetings if asked (status=canceled).
Don't show email addresses or answers unless asked.`,
  },
  {
    name: 'share-a-link',
    description: 'Let an invitee pick a time themselves.',
    instructions: `1. event_types-list_event_types for the event type.
2. For anyone: share its scheduling_url.
3. For one person, once: scheduling_links-create_single_use_scheduling_link, and share booking_url.
4. For one person, customized (shorter, other dates, another location): shares-create_share.
5. For a one-off meeting with its own dates: event_types-create_one_off_event_type.`,
  },
  {
    name: 'find-a-common-time',
    description: 'Find a time when several members of the organization are available.',
    instructions: `1. organizations-list_organization_memberships by email for each person; keep user.uri. Owners and admins see all members.
2. availability-find_times with hosts and match=all. If there are no results, widen the range, then use match=any and say who is not available.
3. Book with the event type of the chosen option; an event type with all of them as hosts is best (event_types-list_event_type_hosts).`,
  },
]

const list: OwnAnswer = async ({ count }) => {
  await count(undefined)
  return { skills: skills.map(({ name, description }) => ({ name, description })) }
}

const load: OwnAnswer = async ({ count }, sent) => {
  await count(undefined)
  const { name, skill_name, skill } = parseInput(Wanted, withoutNulls(sent))
  const wanted = name ?? skill_name ?? skill
  const found = skills.find((candidate) => candidate.name === wanted)
  if (!found)
    throw invalid({
      parameter: 'name',
      reason: 'not_one_of',
      values: { options: skills.map((candidate) => candidate.name).join(', ') },
    })
  return found
}

const Wanted = z.object({
  name: z.string().optional().meta({ description: 'The name of a playbook. From list_skills: skills[].name.' }),
  skill_name: z.string().optional().meta({ description: 'The same as name.' }),
  skill: z.string().optional().meta({ description: 'The same as name.' }),
})

const Listed = z.object({ skills: z.array(z.object({ name: z.string(), description: z.string() })) })
const Loaded = z.object({ name: z.string(), description: z.string(), instructions: z.string() })

const listing = (name: string): ShownTool => ({
  name,
  title: 'List playbooks',
  description: `Lists playbooks for common tasks: booking, rescheduling, summaries, links, common times.
When: before a task with several steps that you haven't done here yet.
Then: load_skill with one of the names.`,
  inputSchema: inputSchemaOf(z.object({}), exampleLinks),
  outputSchema: outputSchemaOf(Listed, exampleLinks),
  annotations: readingHints('List playbooks'),
})

const loading = (name: string): ShownTool => ({
  name,
  title: 'Load a playbook',
  description:
    'Returns one playbook: which tools to use in which order, and what to watch out for.\nNeeds: a name from list_skills.',
  inputSchema: inputSchemaOf(Wanted, exampleLinks),
  outputSchema: outputSchemaOf(Loaded, exampleLinks),
  annotations: readingHints('Load a playbook'),
})

/** Under our names, and under those that prompts written for the service we are compatible with know. */
export const skillTools = [
  { shown: listing('list_skills'), answer: list },
  { shown: loading('load_skill'), answer: load },
  { shown: listing('list_calendly_skills'), answer: list },
  { shown: loading('load_calendly_skill'), answer: load },
]
