import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { bookingOf, tokenIn } from './bookings.ts'
import type { Made, Person } from './cast.ts'
import { mcpTokenOf, useTool } from './mcp.ts'
import type { MadeForm } from './routing.ts'
import { Visitor } from './visitor.ts'

/** A person used nowhere else, and what they write: every text has a mark by which it is found. */
export interface Canary {
  readonly name: string
  readonly email: string
  readonly timezone: string
  readonly number: string
  says(what: string): string
}

/**
 * Books, moves and calls off as a visitor does, with forms of pages; fills in a form; and tries to get in where they
 * have no account.
 */
export const plantOnPages = async (
  app: TestApp,
  { name, email, timezone, number, says }: Canary,
  { type, form, host, next }: { readonly type: Made; readonly form: MadeForm; readonly host: Person; next(): string },
): Promise<void> => {
  const { scheduling_url } = (await app.ask(`GET ${type.uri}`, { token: host.token })).body.resource
  const path = new URL(scheduling_url).pathname
  const visitor = new Visitor(app)
  const sent = async (address: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const { status, location = '', text } = await visitor.submit(address, fields)
    assert.equal(status, 303, text)
    return location
  }
  const tracking = new URLSearchParams({
    utm_source: says('a page').slice(0, 60),
    salesforce_uuid: says('sales').slice(0, 60),
  })
  const booked = await sent(`${path}/${next()}?${tracking}`, {
    name,
    email,
    timezone,
    text_reminder_number: number,
    guests: `on.page.${email}`,
    answer_0: says('an answer on a page'),
    place: '0',
    place_0: number,
  })
  const moved = await sent(`/reschedulings/${tokenIn(booked)}/${next()}`, {
    reason: says('a reason on a page'),
    timezone,
  })
  await visitor.submit(`/cancellations/${tokenIn(moved)}`, { reason: says('no time, on a page') })

  const answers = { 'Your name': name, 'Your e-mail': email }
  await visitor.submit(
    `/forms/${form.id}?${tracking}`,
    Object.fromEntries(Object.entries(answers).map(([question, answer]) => [`q-${form.questions[question]}`, answer])),
  )

  await visitor.signIn(email, says('a password'))
  await visitor.submit('/password', { email })
  // These match no invitee; a request for them is no reason to keep them.
  await visitor.get(`${path}?${new URLSearchParams({ name, email, a1: says('prefilled') })}`)
  await app.ask(`GET /users/me?${new URLSearchParams({ email, name })}`, {
    token: says('a token'),
    headers: { 'user-agent': says('a browser'), referer: `https://a.test/?${email}` },
  })
}

/** What an assistant does for them. */
export const plantByTools = async (
  app: TestApp,
  { name, email, timezone, number, says }: Canary,
  { type, host, next }: { readonly type: Made; readonly host: Person; next(): string },
): Promise<void> => {
  const token = await mcpTokenOf(app, host)
  const use = async (tool: string, input: Readonly<Record<string, unknown>>) => {
    const result = await useTool(app, token, tool, input, { capabilities: {} })
    assert.ok(!result.isError, result.text)
    return result.body.resource
  }
  const book = () =>
    use('meetings-create_invitee', {
      post_invitee_request: {
        ...bookingOf(type, { start_time: next() }),
        invitee: { name, email, timezone, text_reminder_number: number },
        location: { kind: 'outbound_call', location: number },
        questions_and_answers: [{ question: 'Question 0', answer: says('an answer by a tool'), position: 0 }],
        event_guests: [`by.tool.${email}`],
      },
    })
  const stays = await book()
  await use('meetings-update_event_notes', {
    uri: stays.event,
    update_event_request: { meeting_notes: says('notes by a tool') },
  })
  await use('meetings-reschedule_invitee', {
    uri: (await book()).uri,
    reschedule_invitee_request: { start_time: next(), reason: says('a reason to move, by a tool') },
  })
  await useTool(app, token, 'meetings-cancel_event', {
    uri: (await book()).event,
    create_scheduled_event_cancellation_request: { reason: says('called off by a tool') },
  })
  await useTool(app, token, 'meetings-list_event_invitees', { uri: stays.event, email })
}
