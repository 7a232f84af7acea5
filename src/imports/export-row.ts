import { createHash, randomBytes } from 'node:crypto'
import type { Persons } from '#contract/persons.ts'
import { isEmail } from '#contract/wire.ts'
import { linkCode, linkCodeHash } from '#event-types/index.ts'
import { invitationCode, invitationCodeHash } from '#organizations/index.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { readInstant } from '#platform/time/instant.ts'

type Row = Readonly<Record<string, unknown>>

/** The keys of this installation. */
export interface Keys {
  readonly persons: Persons
  readonly codes: Codes
}

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** For what opened something there: it opens nothing here. */
const opensNothing = (): string => hex(randomBytes(32))

/** What an export leaves out of a row, made anew with the keys of this installation. */
export const withOwnBytes = (table: string, row: Row, { persons, codes }: Keys): Row => {
  const person = (email: unknown): string | null =>
    typeof email === 'string' && isEmail(email) ? hex(persons.of(String(row.organization_id), email)) : null
  switch (table) {
    case 'users':
      return { ...row, recovery_hashes: [] }
    case 'invitees':
      return { ...row, person: person(row.email) ?? opensNothing() }
    case 'facts':
      return {
        ...row,
        log_at: '1970-01-01T00:00:00Z',
        person: person((row.subject as { invitee?: { email?: unknown } } | null)?.invitee?.email),
      }
    case 'mails':
      return { ...row, persons: [person(row.recipient)].filter((one) => one !== null) }
    case 'webhook_deliveries':
      return { ...row, person: person(emailIn(row.body)) }
    case 'routing_form_submissions':
      return {
        ...row,
        person:
          answered(row.answers)
            .map(person)
            .find((one) => one !== null) ?? null,
        sent_key: opensNothing(),
      }
    case 'webhook_subscriptions':
      return { ...row, url_hash: hex(createHash('sha256').update(String(row.url)).digest()) }
    case 'booking_links':
      return {
        ...row,
        code_hash: hex(
          linkCodeHash(linkCode(codes, { id: String(row.id), organizationId: String(row.organization_id) })),
        ),
      }
    case 'organization_invitations': {
      const sentAt = readInstant(String(row.last_sent_at))
      return {
        ...row,
        code_hash: sentAt ? hex(invitationCodeHash(invitationCode(codes, String(row.id), sentAt))) : opensNothing(),
      }
    }
    case 'data_deletions':
      return { ...row, persons: row.kind === 'invitees' ? [opensNothing()] : [] }
    case 'import_records':
      return { ...row, digest: opensNothing() }
    case 'calendar_connections':
      return { ...row, credentials: opensNothing() }
    case 'calendar_tokens':
      return { ...row, tokens: opensNothing() }
    case 'account_links':
    case 'authorization_codes':
    case 'refresh_tokens':
    case 'tokens':
      return { ...row, hash: opensNothing() }
    default:
      return row
  }
}

const emailIn = (body: unknown): unknown => {
  try {
    return (JSON.parse(String(body)) as { payload?: { email?: unknown } }).payload?.email
  } catch {
    return undefined
  }
}

const answered = (answers: unknown): unknown[] =>
  Array.isArray(answers) ? answers.map(({ answer }: { answer?: unknown }) => answer) : []
