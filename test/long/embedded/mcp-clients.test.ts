// seconds: 2
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { allow } from '../../support/application.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { type ListeningApp, listeningApp } from '../../support/listening-app.ts'
import type { Visitor } from '../../support/visitor.ts'

const callback = 'http://127.0.0.1:53682/callback'

/**
 * What a client keeps of its own: the package does the rest. The person's browser goes where it is sent, and says yes.
 */
class Provider {
  readonly #browser: Visitor
  readonly #address: string
  readonly #kept: Record<string, unknown> = {}
  answer: URLSearchParams | undefined
  readonly #keep = (name: string, value: unknown): void => {
    this.#kept[name] = value
  }

  constructor(browser: Visitor, address: string) {
    this.#browser = browser
    this.#address = address
  }

  get redirectUrl() {
    return callback
  }
  get clientMetadata() {
    return {
      client_name: 'An assistant',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }
  }
  clientInformation = () => this.#kept.client as never
  saveClientInformation = (client: unknown) => this.#keep('client', client)
  tokens = () => this.#kept.tokens as never
  saveTokens = (tokens: unknown) => this.#keep('tokens', tokens)
  saveCodeVerifier = (verifier: string) => this.#keep('verifier', verifier)
  codeVerifier = () => this.#kept.verifier as string
  saveDiscoveryState = (state: unknown) => this.#keep('discovery', state)
  discoveryState = () => this.#kept.discovery as never
  redirectToAuthorization = async (url: URL) => {
    const { location = '' } = await allow(this.#browser, url.href.slice(this.#address.length))
    assert.ok(location.startsWith(callback), location)
    this.answer = new URL(location).searchParams
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a result.
type Call = (name: string, sent?: Record<string, unknown>) => Promise<any>

interface Connected {
  readonly call: Call
  readonly asked: string[]
  readonly tools: readonly string[]
  close(): Promise<void>
}

const info = { name: 'an unmodified client', version: '1' }
const capabilities = { elicitation: {} }

/** From 401 through discovery, registration, consent and PKCE. */
const connectOld = async (url: URL, provider: Provider): Promise<Connected> => {
  const asked: string[] = []
  const client = new OldClient(info, { capabilities })
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { confirm: true } }
  })
  const first = new OldTransport(url, { authProvider: provider as never })
  await assert.rejects(client.connect(first as never), { name: 'Error', message: 'Unauthorized' })
  await first.finishAuth(provider.answer?.get('code') ?? '')
  await client.connect(new OldTransport(url, { authProvider: provider as never }) as never)
  const { tools } = await client.listTools()
  return {
    call: (name, sent = {}) => client.callTool({ name, arguments: sent }),
    asked,
    tools: tools.map(({ name }) => name),
    close: () => client.close(),
  }
}

const connectNew = async (url: URL, provider: Provider): Promise<Connected> => {
  const asked: string[] = []
  const client = new NewClient(info, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } })
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { confirm: true } }
  })
  const first = new NewTransport(url, { authProvider: provider as never })
  await assert.rejects(client.connect(first), /Unauthorized/)
  await first.finishAuth(provider.answer as URLSearchParams)
  await client.connect(new NewTransport(url, { authProvider: provider as never }))
  const { tools } = await client.listTools()
  return {
    call: (name, sent = {}) => client.callTool({ name, arguments: sent }),
    asked,
    tools: tools.map(({ name }) => name),
    close: () => client.close(),
  }
}

describe('clients as they are published', () => {
  let service: ListeningApp
  let owner: Person
  before(async () => {
    service = await listeningApp()
    owner = await aFounder(service.app)
  })
  after(() => service.close())

  for (const [name, connect] of [
    ['@modelcontextprotocol/sdk 1, in the era of initialize', connectOld],
    ['@modelcontextprotocol/client 2, in the era of 2026-07-28', connectNew],
  ] as const) {
    test(`${name}: from 401 to a meeting that is booked, moved and canceled`, async () => {
      const { app, address } = service
      const eventType = await anEventType(app, owner, { active: true, name: name.slice(0, 30) })
      const provider = new Provider(await service.signedInAs(owner), address)
      const { call, asked, tools, close } = await connect(new URL(`${address}/mcp`), provider)
      assert.ok(tools.includes('meetings-create_invitee'))

      const me = (await call('users-get_current_user')).structuredContent.resource
      assert.equal(me.uri, owner.uri)
      const range = { start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-10T00:00:00Z' }
      const open = (
        await call('availability-find_times', { event_types: [eventType.uri], ...range, timezone: 'Europe/Stockholm' })
      ).structuredContent.collection
      const invitee = { name: 'Demo Invitee', email: 'demo.invitee@client.test', timezone: 'Europe/Stockholm' }
      const booked = await call('meetings-create_invitee', {
        post_invitee_request: { event_type: eventType.uri, start_time: open[0].start_time, invitee },
      })
      assert.equal(booked.isError ?? false, false, JSON.stringify(booked))
      assert.deepEqual(JSON.parse(booked.content[0].text), booked.structuredContent)

      const moved = await call('meetings-reschedule_invitee', {
        uri: booked.structuredContent.resource.uri,
        reschedule_invitee_request: { start_time: open[5].start_time, reason: 'Something came up' },
      })
      assert.equal(moved.structuredContent.resource.old_invitee, booked.structuredContent.resource.uri)

      assert.deepEqual(asked, [])
      const meeting = moved.structuredContent.resource.event
      const canceled = await call('meetings-cancel_event', {
        uri: meeting,
        create_scheduled_event_cancellation_request: { reason: 'No longer needed' },
      })
      assert.equal(canceled.structuredContent.resource.reason, 'No longer needed', JSON.stringify(canceled))
      assert.deepEqual(asked, [
        `Cancel the meeting "${name.slice(0, 30)}" at ${open[5].start_time.replace('Z', '.000000Z')}? All participants get an email.`,
      ])
      const again = await call('meetings-get_event', { uri: meeting })
      assert.equal(again.structuredContent.resource.status, 'canceled')
      await close()
    })
  }
})
