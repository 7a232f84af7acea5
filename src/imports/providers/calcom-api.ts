import { z } from 'zod'
import { apiBooking, apiLines, apiType } from '../calcom/api-shapes.ts'
import { readBooking } from '../calcom/booking.ts'
import { readType } from '../calcom/event-type.ts'
import { readForm, readSubmission, readWebhook } from '../calcom/forms.ts'
import {
  absentDates,
  isShutOut,
  pageOf,
  readMember,
  readSchedule,
  readTeam,
  readTeamMember,
  shutOut,
} from '../calcom/people.ts'
import type { CalcomSource, SourcePage } from '../calcom/source.ts'
import { longAgo, numberIn, type Row, rowIn, rowsIn, textIn } from '../calcom/values.ts'
import type { StepName } from '../import.ts'
import { type Remark, remarkOf } from '../remark.ts'
import { SourceFault } from '../source-fault.ts'
import { maxItems, type SourceClient } from './source-client.ts'
import type { Survey } from './survey.ts'

const rowsAtOnce = 100

const Answer = z.object({ data: z.unknown() })

/** Lists differ by version, which each request names. */
const versions = { bookings: '2024-08-13', types: '2024-06-14', schedules: '2024-06-11' } as const

const withoutRights = ['forbidden', 'missing', 'rejected']

/** The API v2 of Cal.com. The key of an admin of an organization reads all of it; any other, what its user can see. */
export class CalcomApi implements CalcomSource {
  readonly #client: SourceClient
  #me: Promise<Row> | undefined
  #organization: Promise<string> | undefined

  constructor(client: SourceClient) {
    this.#client = client
  }

  get isTimeOver(): boolean {
    return this.#client.isTimeOver
  }

  get perMinute(): number | null {
    return this.#client.perMinute
  }

  get remarks(): readonly Remark[] {
    return this.#client.remarks
  }

  beginPortion(): void {
    this.#client.beginPortion()
  }

  async close(): Promise<void> {}

  async survey(): Promise<Survey> {
    const me = await this.#user()
    const own = readMember(me, 'owner', longAgo)
    const of = await this.#of()
    const lists: Partial<Record<StepName, string>> = {
      groups: `${of}/teams`,
      schedules: `${of}/schedules`,
      meetings: `${of}/bookings`,
      routing_forms: `${of}/routing-forms`,
      webhooks: `${of}/webhooks`,
    }
    const closed: StepName[] = []
    for (const [step, path] of Object.entries(lists)) if (!(await this.#mayRead(path))) closed.push(step as StepName)
    if (closed.includes('groups')) closed.push('group_members')
    if (closed.includes('routing_forms')) closed.push('submissions')
    const reach = {
      base: 'calcom',
      organization: 'organizations/calcom',
      user: own.user.uri,
      isWhole: of !== '',
      closed,
    }
    const name = textIn(rowIn(me.organization).name)
    return {
      reach,
      me: { ...own.user, current_organization: reach.organization },
      organization: { id: 'calcom', name: name ?? 'Cal.com' },
      owner: own,
    }
  }

  members = async (cursor: string | null, at: Date) => {
    const me = await this.#user()
    const of = await this.#of()
    if (of === '') return { items: [readMember(me, 'owner', at)], next: null }
    const { items, next } = await this.#page(`${of}/users`, cursor)
    const areVerified = items.some(({ emailVerified }) => emailVerified != null)
    const isOut = (row: Row): boolean => row.id !== me.id && isShutOut(row, areVerified)
    const members = items
      .filter((row) => !isOut(row))
      .map((row) => readMember(row, row.id === me.id ? 'owner' : 'user', at))
    return { items: members, next, remarks: items.filter(isOut).map(shutOut) }
  }

  groups = async (cursor: string | null, at: Date) => {
    const { items, next } = await this.#page(`${await this.#of()}/teams`, cursor)
    return {
      items: items.filter(({ isOrganization }) => isOrganization !== true).map((row) => readTeam(row, at)),
      next,
    }
  }

  /** A team for each portion. */
  groupMembers = async (cursor: string | null, at: Date) => {
    const { row, next } = await this.#nth(`${await this.#of()}/teams`, cursor)
    if (!row) return { items: [], next: null }
    const items = await this.#all(`${await this.#of()}/teams/${row.id}/memberships`)
    return {
      items: items
        .filter(({ accepted }) => accepted !== false)
        .map((one) => readTeamMember({ ...one, teamId: one.teamId ?? row.id }, at)),
      next,
    }
  }

  schedules = async (cursor: string | null, at: Date) => {
    const me = await this.#user()
    const absences = await this.#absences()
    const { items, next } = await this.#page(`${await this.#of()}/schedules`, cursor, versions.schedules)
    const read = items.map((row) => {
      const id = numberIn(row.ownerId) ?? numberIn(me.id) ?? 0
      const own = absences.filter(({ userId }) => userId === id)
      return readSchedule(row, apiLines(row), {
        ...{
          id,
          zone: textIn(me.timeZone) ?? 'UTC',
          isDefault: row.isDefault === true,
          absentOn: absentDates(own, at),
        },
      })
    })
    return { items: read, next }
  }

  /** Those of one member for each portion, then those of one team. */
  eventTypes = async (cursor: string | null, at: Date) => {
    const of = await this.#of()
    const [part = 'user', index = '0'] = cursor?.split(' ') ?? []
    if (part === 'team') {
      const { row, next } = await this.#nth(`${of}/teams`, index).catch(nothingOnRefusal)
      if (!row) return { items: [], next: null }
      const types = await this.#all(`${of}/teams/${row.id}/event-types`, {}, versions.types)
      const items = types
        .filter(({ schedulingType }) => schedulingType !== 'managed')
        .map((type) => readType(apiType(type, null), at, pageOf(undefined, row)))
      return { items, next: next === null ? null : `team ${next}` }
    }
    const { row: user, next } =
      of === '' ? { row: await this.#user(), next: null } : await this.#nth(`${of}/users`, index)
    const username = textIn(user?.username)
    // The name of a member of an organization is a name there, and no other.
    const organizationId = organizationIdIn(await this.#user())
    const query = { username: username ?? '', ...(organizationId === null ? {} : { orgId: String(organizationId) }) }
    const types = username === null ? [] : await this.#all('/event-types', query, versions.types)
    return {
      items: types.map((type) => readType(apiType(type, numberIn(user?.id)), at, pageOf(user, undefined))),
      next: next === null ? 'team 0' : `user ${next}`,
    }
  }

  routingForms = async (cursor: string | null, at: Date) => {
    const { items, next } = await this.#page(`${await this.#of()}/routing-forms`, cursor)
    return { items: items.map((row) => readForm(row, at)), next }
  }

  /** A form for each portion. */
  submissions = async (cursor: string | null, at: Date) => {
    const { row, next } = await this.#nth(`${await this.#of()}/routing-forms`, cursor)
    if (!row) return { items: [], next: null }
    const items = await this.#all(`${await this.#of()}/routing-forms/${row.id}/responses`)
    return { items: items.map((one) => readSubmission({ ...one, formId: row.id }, at)), next }
  }

  /** They are listed a hundred at once, so that nothing has to be counted first. */
  countMeetings = async () => 0

  meetings = async (cursor: string | null) => {
    const { items, next } = await this.#page(`${await this.#of()}/bookings`, cursor, versions.bookings, {
      sortCreated: 'asc',
    })
    return { items: items.map((row) => readBooking(apiBooking(row))), next }
  }

  webhooks = async (cursor: string | null, at: Date) => {
    const me = numberIn((await this.#user()).id)
    const of = await this.#of()
    const { items, next } = await this.#page(`${of}/webhooks`, cursor)
    return {
      items: items.map((row) =>
        readWebhook(of === '' ? { userId: me, ...row } : { ...row, teamId: null, userId: null }, [], at),
      ),
      next,
    }
  }

  /** Those of the organization; a plain user's key reads none. */
  async #absences(): Promise<readonly Row[]> {
    const of = await this.#of()
    if (of === '') return []
    try {
      return await this.#all(`${of}/ooo`)
    } catch (error) {
      if (error instanceof SourceFault && withoutRights.includes(error.kind)) return []
      throw error
    }
  }

  #user(): Promise<Row> {
    this.#me ??= this.#client.ask('/me', {}, Answer).then(({ data }) => rowIn(data))
    return this.#me
  }

  /** How addresses of the organization begin, where the key may read it; else nothing. */
  #of(): Promise<string> {
    this.#organization ??= this.#user().then(async (me) => {
      const id = organizationIdIn(me)
      return id !== null && (await this.#mayRead(`/organizations/${id}/users`)) ? `/organizations/${id}` : ''
    })
    return this.#organization
  }

  async #mayRead(path: string): Promise<boolean> {
    try {
      await this.#list(path, { take: '1' }, versionOf(path))
      return true
    } catch (error) {
      if (error instanceof SourceFault && withoutRights.includes(error.kind)) return false
      throw error
    }
  }

  async #page(
    path: string,
    cursor: string | null,
    version?: string,
    query: Readonly<Record<string, string>> = {},
  ): Promise<SourcePage<Row>> {
    const skip = Number(cursor ?? 0)
    const rows = await this.#list(path, { ...query, take: String(rowsAtOnce), skip: String(skip) }, version)
    return {
      items: this.#client.bounded(path, rows),
      next: rows.length < rowsAtOnce ? null : String(skip + rows.length),
    }
  }

  /** One of a list, by its index. */
  async #nth(
    path: string,
    cursor: string | null,
  ): Promise<{ readonly row: Row | undefined; readonly next: string | null }> {
    const index = Number(cursor ?? 0)
    const [row] = await this.#list(path, { take: '1', skip: String(index) })
    return { row, next: row ? String(index + 1) : null }
  }

  async #all(path: string, query: Readonly<Record<string, string>> = {}, version?: string): Promise<readonly Row[]> {
    const rows: Row[] = []
    for (let cursor: string | null = '0'; cursor !== null; ) {
      const page: SourcePage<Row> = await this.#page(path, cursor, version, query)
      rows.push(...page.items)
      if (rows.length > maxItems)
        throw new SourceFault('oversized', remarkOf('source_too_many', { path, count: maxItems }))
      cursor = page.next
    }
    return rows
  }

  async #list(path: string, query: Readonly<Record<string, string>>, version?: string): Promise<readonly Row[]> {
    const { data } = await this.#client.ask(
      path,
      query,
      Answer,
      version === undefined ? {} : { 'cal-api-version': version },
    )
    const rows = rowsIn(data)
    if (rows.length > maxItems)
      throw new SourceFault('oversized', remarkOf('source_page_too_long', { path, count: maxItems }))
    if (isPaged(path)) return rows
    const skip = Number(query.skip ?? 0)
    return rows.slice(skip, skip + Number(query.take ?? rowsAtOnce))
  }
}

const organizationIdIn = (me: Row): number | null => numberIn(me.organizationId) ?? numberIn(rowIn(me.organization).id)

const nothingOnRefusal = (error: unknown): { readonly row: undefined; readonly next: null } => {
  if (error instanceof SourceFault && withoutRights.includes(error.kind)) return { row: undefined, next: null }
  throw error
}

/** The other lists come whole, whatever is asked for. */
const isPaged = (path: string): boolean => path.startsWith('/organizations/') || path.endsWith('/bookings')

const versionOf = (path: string): string | undefined =>
  path.endsWith('/bookings') ? versions.bookings : path.endsWith('/schedules') ? versions.schedules : undefined
