import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { CalcomContent } from './calcom-content.ts'

const { OPENSLOT_TEST_POSTGRES = '', OPENSLOT_TEST_POSTGRES_PREFIX = '' } = process.env

/**
 * Tables and columns as Cal.com has published them: those of spring 2025, and of summer 2022, before hosts, forms and
 * seats had tables.
 */
export type CalcomVersion = '2025' | '2022'

const enums = `
  create type "SchedulingType" as enum ('roundRobin', 'collective', 'managed');
  create type "PeriodType" as enum ('unlimited', 'rolling', 'rolling_window', 'range');
  create type "BookingStatus" as enum ('cancelled', 'accepted', 'rejected', 'pending', 'awaiting_host');
  create type "MembershipRole" as enum ('MEMBER', 'ADMIN', 'OWNER');
  create type "UserPermissionRole" as enum ('USER', 'ADMIN');
  create type "WebhookTriggerEvents" as enum ('BOOKING_CREATED', 'BOOKING_RESCHEDULED', 'BOOKING_CANCELLED', 'FORM_SUBMITTED', 'MEETING_ENDED');`

const common = `
  create table "Team" (id serial primary key, name text not null, slug text, bio text, metadata jsonb);
  create table "Membership" ("teamId" integer not null, "userId" integer not null, accepted boolean not null default false, role "MembershipRole" not null);
  create table "Schedule" (id serial primary key, "userId" integer not null, name text not null, "timeZone" text);
  create table "Availability" (id serial primary key, "userId" integer, "eventTypeId" integer, days integer[], "startTime" time not null, "endTime" time not null, date date, "scheduleId" integer);
  create table "EventType" (id serial primary key, title text not null, slug text not null, description text, position integer not null default 0, locations jsonb, length integer not null,
    hidden boolean not null default false, "userId" integer, "teamId" integer, "eventName" text, "timeZone" text, "periodType" "PeriodType" not null default 'unlimited',
    "periodStartDate" timestamp(3), "periodEndDate" timestamp(3), "periodDays" integer, "periodCountCalendarDays" boolean, "requiresConfirmation" boolean not null default false,
    "recurringEvent" jsonb, "disableGuests" boolean not null default false, "minimumBookingNotice" integer not null default 120, "beforeEventBuffer" integer not null default 0,
    "afterEventBuffer" integer not null default 0, "schedulingType" "SchedulingType", "scheduleId" integer, price integer not null default 0, currency text not null default 'usd',
    "slotInterval" integer, metadata jsonb, "successRedirectUrl" text, "seatsPerTimeSlot" integer);
  create table "_user_eventtype" ("A" integer not null, "B" integer not null);
  create table "EventTypeCustomInput" (id serial primary key, "eventTypeId" integer not null, label text not null, type text not null, required boolean not null, placeholder text not null default '');
  create table "Booking" (id serial primary key, uid text not null unique, "userId" integer, "eventTypeId" integer, title text not null, description text, "customInputs" jsonb,
    "startTime" timestamp(3) not null, "endTime" timestamp(3) not null, location text, "createdAt" timestamp(3) not null default current_timestamp, "updatedAt" timestamp(3),
    status "BookingStatus" not null default 'accepted', paid boolean not null default false, "cancellationReason" text, "rejectionReason" text, "fromReschedule" text, rescheduled boolean,
    "recurringEventId" text, metadata jsonb);
  create table "Attendee" (id serial primary key, email text not null, name text not null, "timeZone" text not null, locale text default 'en', "bookingId" integer);
  create table "BookingReference" (id serial primary key, type text not null, uid text not null, "meetingId" text, "meetingPassword" text, "meetingUrl" text, "bookingId" integer, deleted boolean);
  create table "Webhook" (id text primary key, "userId" integer, "eventTypeId" integer, "subscriberUrl" text not null, "payloadTemplate" text,
    "createdAt" timestamp(3) not null default current_timestamp, active boolean not null default true, "eventTriggers" "WebhookTriggerEvents"[], secret text);
  create table "HashedLink" (id serial primary key, link text not null unique, "eventTypeId" integer not null);`

const versions: Readonly<Record<CalcomVersion, string>> = {
  2022: `${enums} ${common}
    alter table "Membership" add primary key ("userId", "teamId");
    create table users (id serial primary key, username text, name text, email text not null unique, password text, bio text, avatar text, "timeZone" text not null default 'Europe/London',
      "weekStart" text not null default 'Sunday', created timestamp(3) not null default current_timestamp, "defaultScheduleId" integer, locale text, "timeFormat" integer default 12,
      role "UserPermissionRole" not null default 'USER', plan text);`,
  2025: `${enums} ${common}
    alter table "Membership" add column id serial primary key;
    alter table "Team" add column "createdAt" timestamp(3) not null default current_timestamp, add column "parentId" integer, add column "isOrganization" boolean not null default false;
    create table users (id serial primary key, username text, name text, email text not null unique, bio text, "avatarUrl" text, "timeZone" text not null default 'Europe/London',
      "weekStart" text not null default 'Sunday', created timestamp(3) not null default current_timestamp, "defaultScheduleId" integer, locale text, "timeFormat" integer default 12,
      "twoFactorSecret" text, role "UserPermissionRole" not null default 'USER', locked boolean not null default false);
    create table "UserPassword" (hash text not null, "userId" integer not null unique);
    create table "Host" ("userId" integer not null, "eventTypeId" integer not null, "isFixed" boolean not null default false, priority integer, weight integer, "scheduleId" integer,
      "createdAt" timestamp(3) not null default current_timestamp, primary key ("userId", "eventTypeId"));
    alter table "EventType" add column "bookingFields" jsonb, add column "bookingLimits" jsonb, add column "durationLimits" jsonb, add column "parentId" integer,
      add column "eventTypeColor" jsonb, add column "offsetStart" integer not null default 0;
    alter table "Booking" add column responses jsonb, add column "iCalUID" text default '', add column "iCalSequence" integer not null default 0, add column "cancelledBy" text,
      add column "noShowHost" boolean default false;
    alter table "Attendee" add column "noShow" boolean default false, add column "phoneNumber" text;
    create table "BookingSeat" (id serial primary key, "referenceUid" text not null unique, "bookingId" integer not null, "attendeeId" integer not null unique, data jsonb, metadata jsonb);
    alter table "Webhook" add column "teamId" integer;
    alter table "HashedLink" add column "expiresAt" timestamp(3), add column "maxUsageCount" integer not null default 1, add column "usageCount" integer not null default 0;
    create table "App_RoutingForms_Form" (id text primary key, description text, position integer not null default 0, routes jsonb, "createdAt" timestamp(3) not null default current_timestamp,
      "updatedAt" timestamp(3) not null, name text not null, fields jsonb, "userId" integer not null, "teamId" integer, disabled boolean not null default false, settings jsonb);
    create table "App_RoutingForms_FormResponse" (id serial primary key, "formFillerId" text not null, "formId" text not null, response jsonb not null,
      "createdAt" timestamp(3) not null default current_timestamp, "routedToBookingUid" text);`,
}

export interface CalcomDatabaseInTest {
  readonly url: string
  query(text: string): Promise<Record<string, unknown>[]>
  /** These rows, in place of all that are there. */
  replace(table: string, rows: readonly object[]): Promise<void>
}

/** The database of a Cal.com, filled. Dropped with the run. */
export const calcomDatabase = async (version: CalcomVersion, content: CalcomContent): Promise<CalcomDatabaseInTest> => {
  const name = `${OPENSLOT_TEST_POSTGRES_PREFIX}${randomBytes(5).toString('hex')}`
  await asked(OPENSLOT_TEST_POSTGRES, `create database ${name} template template0`)
  const url = Object.assign(new URL(OPENSLOT_TEST_POSTGRES), { pathname: `/${name}` }).href
  await asked(url, versions[version])
  const has = new Set(
    (await asked(url, `select tablename from pg_tables where schemaname = 'public'`)).map(({ tablename }) => tablename),
  )
  for (const [table, rows] of Object.entries(content)) if (has.has(table)) await fill(url, table, rows)
  return {
    url,
    query: (text) => asked(url, text),
    replace: async (table, rows) => {
      await asked(url, `truncate "${table}"`)
      await fill(url, table, rows)
    },
  }
}

/** Only columns that this version has: others are left out of the row. */
const fill = async (url: string, table: string, rows: readonly object[]): Promise<void> => {
  const columns = (
    await asked(url, `select column_name from information_schema.columns where table_name = '${table}'`)
  ).map(({ column_name }) => String(column_name))
  const used = columns.filter((column) => rows.some((row) => column in row))
  const list = used.map((column) => `"${column}"`).join(', ')
  await asked(
    url,
    `insert into "${table}" (${list}) select ${list} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

const asked = async (url: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const answer = await client.query(text, values)
    return Array.isArray(answer) ? [] : answer.rows
  } finally {
    await client.end()
  }
}
