import { h } from 'preact'
import { consentOrigins, listCalendarConnections, oauthKinds } from '#calendars/index.ts'
import { idOf } from '#contract/wire.ts'
import { list } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted, filled } from '#ui/format.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import type { ShownConnection } from './connection.tsx'
import { CalendarsPage, type TypedConnection } from './page-view.tsx'
import { agoIn, textsFor } from './texts.ts'

type Connection = Awaited<ReturnType<typeof loadConnections>>[number]

const loadConnections = (visit: SignedInVisit) => list(visit, listCalendarConnections, {})

const nothingTyped: TypedConnection = { kind: undefined, url: '', username: '', wrong: {} }

interface Refused {
  readonly typed?: TypedConnection
  /** A password or an address that was refused, and of which connection. */
  readonly renewal?: { readonly connectionId: string; readonly wrong: string | undefined }
}

export const calendarsPage = async (
  visit: SignedInVisit,
  { typed = nothingTyped, renewal }: Refused = {},
): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const { oauthClients } = visit.context
  const done = visit.query.get('done') ?? ''
  const connections = await loadConnections(visit)
  return {
    title: texts.title,
    status: Object.keys(typed.wrong).length > 0 || renewal ? 400 : 200,
    screen: 'integrations',
    toast: Object.hasOwn(texts.done, done) ? { text: texts.done[done as keyof typeof texts.done] } : undefined,
    formTargets: consentOrigins(oauthClients),
    content: h(CalendarsPage, {
      texts,
      token: visit.formToken,
      connections: connections.map((connection) => shown(visit, connection, renewal)),
      services: oauthKinds.filter((kind) => oauthClients[kind]),
      typed,
    }),
  }
}

export const showCalendars: ConsoleHandler = (visit) => calendarsPage(visit)

const shown = (visit: SignedInVisit, connection: Connection, renewal: Refused['renewal']): ShownConnection => {
  const { kind, account, state, is_syncing: isSyncing, stays_open_when_lost: staysOpen, calendars } = connection
  const texts = textsFor(visit)
  const id = idOf(connection)
  return {
    ...{ id, kind, account, state, isSyncing, staysOpen },
    sentence: sentenceOf(visit, connection),
    wrongRenewal: renewal?.connectionId === id ? renewal.wrong : undefined,
    calendars: calendars.map((calendar) => ({
      id: idOf(calendar),
      name: calendar.name,
      isWritable: calendar.is_writable,
      counts: calendar.checks_conflicts,
      takesMeetings: calendar.takes_meetings,
      countsTentative: calendar.counts_tentative,
      isNew: calendar.is_new,
      remarks: [
        ...(calendar.reason_code === null ? [] : [texts.faults[calendar.reason_code]]),
        ...(calendar.unread_events === 0 ? [] : [counted(visit.language, calendar.unread_events, texts.unread)]),
        ...(calendar.checks_conflicts && !calendar.is_own && calendar.is_empty && state === 'fresh'
          ? [texts.emptyOfOthers]
          : []),
      ],
    })),
  }
}

const sentenceOf = (
  visit: SignedInVisit,
  { state, reason_code: code, last_read_at: readAt, stays_open_when_lost: staysOpen }: Connection,
): string => {
  const texts = textsFor(visit)
  const when = readAt === null ? texts.never : agoIn(visit.language.locale, new Date(readAt), visit.now)
  const values = { when, reason: code === null ? '' : texts.faults[code] }
  return filled(state === 'lost' && staysOpen ? texts.state.lostOpen : texts.state[state], values).trim()
}
