import { readBooking } from '../calcom/booking.ts'
import { databaseBooking } from '../calcom/database-bookings.ts'
import { databaseType } from '../calcom/database-types.ts'
import { readType, scheduleRef } from '../calcom/event-type.ts'
import { readForm, readSubmission, readWebhook } from '../calcom/forms.ts'
import {
  absentDates,
  isOrganization,
  isShutOut,
  pageOf,
  readMember,
  readSchedule,
  readTeam,
  readTeamMember,
  shutOut,
} from '../calcom/people.ts'
import type { CalcomSource, SourcePage } from '../calcom/source.ts'
import { longAgo, numberIn, type Row, textIn } from '../calcom/values.ts'
import type { ForeignSchedule } from '../calendly/foreign.ts'
import type { StepName } from '../import.ts'
import { type Remark, remarkOf } from '../remark.ts'
import { SourceFault } from '../source-fault.ts'
import { CalcomTables } from '../store/calcom-tables.ts'
import type { Survey } from './survey.ts'

const rowsAtOnce = 100
const typesAtOnce = 50
const bookingsAtOnce = 200

/** The tables without which a step brings nothing. */
const needed: Readonly<Partial<Record<StepName, readonly string[]>>> = {
  groups: ['Team'],
  group_members: ['Membership'],
  schedules: ['Schedule', 'Availability'],
  event_types: ['EventType'],
  routing_forms: ['App_RoutingForms_Form'],
  submissions: ['App_RoutingForms_FormResponse'],
  meetings: ['Booking', 'Attendee'],
  webhooks: ['Webhook'],
}

/** All that are read. */
const tables = [
  ...['users', ...Object.values(needed).flat()],
  ...[
    'Host',
    '_user_eventtype',
    'EventTypeCustomInput',
    'HashedLink',
    'BookingSeat',
    'BookingReference',
    'OutOfOfficeEntry',
  ],
]

/** The PostgreSQL database of a Cal.com. All of it is one organization here. */
export class CalcomDatabase implements CalcomSource {
  readonly #tables: CalcomTables
  readonly #end: number
  readonly perMinute = null
  readonly remarks: readonly Remark[] = []

  constructor(tables: CalcomTables, workMilliseconds: number) {
    this.#tables = tables
    this.#end = performance.now() + workMilliseconds
  }

  get isTimeOver(): boolean {
    return performance.now() >= this.#end
  }

  beginPortion(): void {}

  close(): Promise<void> {
    return this.#tables.close()
  }

  async survey(): Promise<Survey> {
    const unreadable = tables.filter((table) => this.#tables.isClosed(table))
    if (!this.#tables.has('users') || !['EventType', 'Booking'].some((table) => this.#tables.has(table))) {
      const isCalcom = ['users', 'EventType', 'Booking'].every(
        (table) => this.#tables.has(table) || this.#tables.isClosed(table),
      )
      if (isCalcom)
        throw new SourceFault('forbidden', remarkOf('database_tables_closed', { tables: unreadable.join(', ') }))
      throw new SourceFault('missing', 'database_not_calcom')
    }
    const owner = await this.#owner()
    if (!owner) throw new SourceFault('missing', 'database_empty')
    const membership = readMember(owner, 'owner', longAgo)
    const organizations = (await this.#tables.all('Team')).filter(isOrganization)
    const [only] = organizations
    const closed = Object.entries(needed).flatMap(([step, tables]) =>
      tables.every((table) => this.#tables.has(table)) ? [] : [step as StepName],
    )
    const remarks =
      unreadable.length === 0 ? {} : { remarks: [remarkOf('tables_closed', { tables: unreadable.join(', ') })] }
    const reach = {
      base: 'calcom',
      organization: 'organizations/calcom',
      user: membership.user.uri,
      isWhole: true,
      closed,
      ...remarks,
    }
    const name = organizations.length === 1 ? textIn(only?.name) : null
    return {
      reach,
      me: { ...membership.user, current_organization: reach.organization },
      organization: { id: 'calcom', name: name ?? 'Cal.com' },
      owner: membership,
    }
  }

  async counts(): Promise<Readonly<Record<string, number>>> {
    const tables = {
      members: 'users',
      groups: 'Team',
      event_types: 'EventType',
      routing_forms: 'App_RoutingForms_Form',
      scheduled_events: 'Booking',
    }
    const counted: Record<string, number> = {}
    for (const [name, table] of Object.entries(tables)) counted[name] = await this.#tables.count(table)
    return counted
  }

  members = async (cursor: string | null, at: Date) => {
    const owner = numberIn((await this.#owner())?.id)
    const admins = new Set((await this.#organizationAdmins()).map(({ userId }) => userId))
    const areVerified = (await this.#tables.countWith('users', 'emailVerified')) > 0
    const { items, next } = await this.#page('users', cursor, rowsAtOnce, (row) => [row])
    const isOut = (row: Row): boolean => row.id !== owner && isShutOut(row, areVerified)
    return {
      items: items.flatMap((row) => {
        const isAdmin = row.role === 'ADMIN' || admins.has(row.id)
        return isOut(row) ? [] : [readMember(row, row.id === owner ? 'owner' : isAdmin ? 'admin' : 'user', at)]
      }),
      next,
      remarks: items.filter(isOut).map(shutOut),
    }
  }

  groups = (cursor: string | null, at: Date) =>
    this.#page('Team', cursor, rowsAtOnce, (row) => (isOrganization(row) ? [] : [readTeam(row, at)]))

  /** Of a page of teams: in older versions memberships have no id. */
  groupMembers = async (cursor: string | null, at: Date) => {
    const teams = await this.#tables.page('Team', cursor, rowsAtOnce)
    const rows = await this.#tables.related(
      'Membership',
      'teamId',
      idsOf(teams.filter((team) => !isOrganization(team))),
    )
    return {
      items: rows.filter(({ accepted }) => accepted !== false).map((row) => readTeamMember(row, at)),
      next: nextOf(teams, rowsAtOnce),
    }
  }

  schedules = async (cursor: string | null, at: Date) => {
    const rows = await this.#tables.page('Schedule', cursor, rowsAtOnce)
    return { items: await this.#schedulesOf(rows, at), next: nextOf(rows, rowsAtOnce) }
  }

  async #schedulesOf(rows: readonly Row[], at: Date): Promise<readonly ForeignSchedule[]> {
    const lines = await this.#tables.related('Availability', 'scheduleId', idsOf(rows))
    const users = byId(await this.#tables.related('users', 'id', idsOf(rows, 'userId')))
    const absences = await this.#tables.related('OutOfOfficeEntry', 'userId', [...users.keys()])
    return rows.flatMap((row) => {
      const user = users.get(numberIn(row.userId) ?? -1)
      if (!user) return []
      // Who has none by default has the first.
      const isDefault =
        user.defaultScheduleId === row.id ||
        (user.defaultScheduleId == null && rows.find(({ userId }) => userId === row.userId) === row)
      const absentOn = absentDates(
        absences.filter(({ userId }) => userId === user.id),
        at,
      )
      const own = { id: numberIn(user.id) ?? 0, zone: textIn(user.timeZone) ?? 'UTC', isDefault, absentOn }
      return [
        readSchedule(
          row,
          lines.filter(({ scheduleId }) => scheduleId === row.id),
          own,
        ),
      ]
    })
  }

  eventTypes = async (cursor: string | null, at: Date) => {
    const rows = await this.#tables.page('EventType', cursor, typesAtOnce)
    const hosts = await this.#tables.related('Host', 'eventTypeId', idsOf(rows))
    const assigned = await this.#tables.related('_user_eventtype', 'A', idsOf(rows))
    const inputs = await this.#tables.related('EventTypeCustomInput', 'eventTypeId', idsOf(rows))
    const links = await this.#tables.related('HashedLink', 'eventTypeId', idsOf(rows))
    const schedules = await this.#schedulesOf(
      await this.#tables.related('Schedule', 'id', idsOf(rows, 'scheduleId')),
      at,
    )
    const users = byId(await this.#tables.related('users', 'id', idsOf(rows, 'userId')))
    const teams = byId(await this.#tables.related('Team', 'id', idsOf(rows, 'teamId')))
    // Of a managed type only the copies are booked.
    const items = rows
      .filter(({ schedulingType }) => String(schedulingType).toLowerCase() !== 'managed')
      .map((row) =>
        readType(
          databaseType(row, {
            hosts: hosts.filter(({ eventTypeId }) => eventTypeId === row.id),
            assigned: assigned.flatMap(({ A, B }) => (A === row.id ? (numberIn(B) ?? []) : [])),
            customInputs: inputs.filter(({ eventTypeId }) => eventTypeId === row.id),
            links: links.filter(({ eventTypeId }) => eventTypeId === row.id),
            schedule: schedules.find(({ uri }) => uri === scheduleRef(numberIn(row.scheduleId) ?? -1)),
          }),
          at,
          pageOf(users.get(numberIn(row.userId) ?? -1), teams.get(numberIn(row.teamId) ?? -1)),
        ),
      )
    return { items, next: nextOf(rows, typesAtOnce) }
  }

  routingForms = (cursor: string | null, at: Date) =>
    this.#page('App_RoutingForms_Form', cursor, rowsAtOnce, (row) => [readForm(row, at)])

  submissions = async (cursor: string | null, at: Date) => {
    const forms = new Map((await this.#tables.all('App_RoutingForms_Form')).map((form) => [form.id, form]))
    return this.#page('App_RoutingForms_FormResponse', cursor, rowsAtOnce, (row) => [
      readSubmission(row, at, forms.get(row.formId)),
    ])
  }

  countMeetings = () => this.#tables.count('Booking')

  meetings = async (cursor: string | null) => {
    const rows = await this.#tables.page('Booking', cursor, bookingsAtOnce)
    const types = byId(await this.#tables.related('EventType', 'id', idsOf(rows, 'eventTypeId')))
    const related = {
      attendees: sortedById(await this.#tables.related('Attendee', 'bookingId', idsOf(rows))),
      seats: await this.#tables.related('BookingSeat', 'bookingId', idsOf(rows)),
      references: await this.#tables.related('BookingReference', 'bookingId', idsOf(rows)),
      types,
      hostsOfTypes: await this.#hostsOf([...types.keys()]),
    }
    return {
      items: rows.map((row) => readBooking(databaseBooking(row, related))),
      next: nextOf(rows, bookingsAtOnce),
    }
  }

  webhooks = async (cursor: string | null, at: Date) => {
    const organizations = idsOf((await this.#tables.all('Team')).filter(isOrganization))
    const page = await this.#page('Webhook', cursor, rowsAtOnce, (row) => [row])
    // One of a single event type would hear of all of them here.
    const whole = page.items.filter(({ eventTypeId }) => eventTypeId == null)
    const remarks = whole.length === page.items.length ? [] : [remarkOf('webhooks_of_types')]
    return { items: whole.map((row) => readWebhook(row, organizations, at)), next: page.next, remarks }
  }

  async #page<Item>(
    table: string,
    cursor: string | null,
    limit: number,
    read: (row: Row) => readonly Item[],
  ): Promise<SourcePage<Item>> {
    const rows = await this.#tables.page(table, cursor, limit)
    return { items: rows.flatMap(read), next: nextOf(rows, limit) }
  }

  /** The first who administers the installation; else the first user. */
  async #owner(): Promise<Row | undefined> {
    const owning = (await this.#organizationAdmins()).find(({ role }) => role === 'OWNER')
    const [named] = owning ? await this.#tables.related('users', 'id', idsOf([owning], 'userId')) : []
    if (named) return named
    let cursor: string | null = null
    let first: Row | undefined
    do {
      const rows: Row[] = await this.#tables.page('users', cursor, 1000)
      first ??= rows[0]
      const admin = rows.find(({ role }) => role === 'ADMIN')
      if (admin) return admin
      cursor = nextOf(rows, 1000)
    } while (cursor !== null)
    return first
  }

  async #organizationAdmins(): Promise<readonly Row[]> {
    const teams = (await this.#tables.all('Team')).filter(isOrganization)
    const memberships = await this.#tables.related('Membership', 'teamId', idsOf(teams))
    return memberships.filter(({ role, accepted }) => accepted !== false && (role === 'OWNER' || role === 'ADMIN'))
  }

  async #hostsOf(typeIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> {
    const hosts = await this.#tables.related('Host', 'eventTypeId', typeIds)
    const assigned = await this.#tables.related('_user_eventtype', 'A', typeIds)
    const pairs = [
      ...hosts.map(({ eventTypeId, userId }) => [numberIn(eventTypeId) ?? -1, numberIn(userId) ?? -1] as const),
      ...assigned.map(({ A, B }) => [numberIn(A) ?? -1, numberIn(B) ?? -1] as const),
    ]
    const users = byId(await this.#tables.related('users', 'id', [...new Set(pairs.map(([, userId]) => userId))]))
    const found = new Map<number, Map<string, number>>()
    for (const [typeId, userId] of pairs) {
      const email = textIn(users.get(userId)?.email)?.toLowerCase()
      if (email !== undefined) found.set(typeId, (found.get(typeId) ?? new Map<string, number>()).set(email, userId))
    }
    return found
  }
}

export const openCalcomDatabase = async (url: string, workMilliseconds: number): Promise<CalcomDatabase> =>
  new CalcomDatabase(await CalcomTables.open(url), workMilliseconds)

const idsOf = (rows: readonly Row[], column = 'id'): number[] => [
  ...new Set(rows.flatMap((row) => numberIn(row[column]) ?? [])),
]

const byId = (rows: readonly Row[]): Map<number, Row> => new Map(rows.map((row) => [numberIn(row.id) ?? -1, row]))

const sortedById = (rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => (numberIn(one.id) ?? 0) - (numberIn(other.id) ?? 0))

const nextOf = (rows: readonly Row[], limit: number): string | null =>
  rows.length < limit ? null : String(rows.at(-1)?.id)
