import type { AppContext } from '#execution/perform.ts'
import type { CalcomSource, SourcePage } from '../../calcom/source.ts'
import { vanishedType } from '../../calendly/event-type-row.ts'
import { noType, typeIdOf } from '../../calendly/foreign.ts'
import type { StepName } from '../../import.ts'
import type { Remark } from '../../remark.ts'
import { findLocalIds } from '../../store/records.ts'
import { type SaveContext, type Step, saveEach } from '../step.ts'
import { saveTypes, type TypeWithHosts } from './event-types.ts'
import { finishing } from './finishing.ts'
import { saveGroupMembers, saveGroups } from './groups.ts'
import { saveMembers } from './members.ts'
import { savePrivateLinks } from './private-links.ts'
import { saveForms, saveSubmissions } from './routing.ts'
import { saveBookings } from './save-bookings.ts'
import type { MeetingWithInvitees } from './save-meetings.ts'
import { saveSchedules } from './schedules.ts'
import { saveSubscriptions } from './webhooks.ts'

type CalcomStep = Step<CalcomSource>

/** A list of it, a page for each portion; saved as what comes from anywhere. */
const listed = <Item extends { readonly uri: string }>(
  load: (client: CalcomSource) => (cursor: string | null, at: Date) => Promise<SourcePage<Item>>,
  save: (saving: SaveContext, items: readonly Item[]) => Promise<void>,
): CalcomStep => ({
  read: async ({ client, import: current }, cursor) => {
    const { items, next, remarks = [] } = await load(client)(cursor, current.createdAt)
    return { save: (saving) => remarking(saving, remarks, () => saveEach(saving, items, ({ uri }) => uri, save)), next }
  },
})

const remarking = async (
  { remark }: SaveContext,
  remarks: readonly Remark[],
  save: () => Promise<void>,
): Promise<void> => {
  for (const { code, values } of remarks) remark(code, values)
  await save()
}

const eventTypes: CalcomStep = {
  read: async ({ client, import: current }, cursor) => {
    const { items, next, remarks = [] } = await client.eventTypes(cursor, current.createdAt)
    const save = async (saving: SaveContext): Promise<void> => {
      const types = items.map(({ links: _, ...type }) => type)
      await saveEach(saving, types, ({ type }) => type.uri, saveTypes)
      const links = items.flatMap((one) => one.links)
      await saveEach(saving, links, ({ typeRef }) => typeRef, savePrivateLinks)
    }
    return {
      save: (saving) => remarking(saving, [...remarks, ...items.flatMap((one) => one.remarks)], () => save(saving)),
      next,
    }
  },
}

const counting: CalcomStep = {
  read: async ({ client }) => ({ save: async () => {}, next: null, meetings: await client.countMeetings() }),
}

const meetings: CalcomStep = {
  read: async ({ client, database, import: current }, cursor) => {
    const { items, next, remarks = [] } = await client.meetings(cursor, current.createdAt)
    const wanted = [...new Set(items.map(({ meeting }) => typeIdOf(meeting)))]
    const known = await findLocalIds(database.reader, current.organizationId, 'event_types', wanted)
    const vanished = wanted.filter((id) => !known.has(id)).flatMap((id) => vanishedTypeOf(id, items))
    const save = async (saving: SaveContext): Promise<void> => {
      await saveEach(saving, vanished, ({ type }) => type.uri, saveTypes)
      await saveEach(saving, items, ({ meeting }) => meeting.uri, saveBookings)
    }
    return { save: (saving) => remarking(saving, remarks, () => save(saving)), next }
  },
}

/** A type that was deleted there: its meetings say what it was. */
const vanishedTypeOf = (id: string, items: readonly MeetingWithInvitees[]): TypeWithHosts[] => {
  const found = items.find(({ meeting }) => typeIdOf(meeting) === id)
  if (!found) return []
  const { name, start_time: start, end_time: end, event_type: type, created_at: at } = found.meeting
  return [
    { type: vanishedType(type ?? noType, name, (end.getTime() - start.getTime()) / 60_000, at), hosts: [], hours: [] },
  ]
}

export const calcomSteps = (context: AppContext): Readonly<Record<StepName, CalcomStep>> => ({
  members: listed((client) => client.members, saveMembers),
  groups: listed((client) => client.groups, saveGroups),
  group_members: listed((client) => client.groupMembers, saveGroupMembers),
  schedules: listed((client) => client.schedules, saveSchedules),
  event_types: eventTypes,
  routing_forms: listed((client) => client.routingForms, saveForms),
  submissions: listed((client) => client.submissions, saveSubmissions),
  counting,
  meetings,
  webhooks: listed((client) => client.webhooks, saveSubscriptions),
  finishing: finishing(context),
})
