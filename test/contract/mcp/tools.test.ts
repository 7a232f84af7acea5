// seconds: 6
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type TestApp, testApp } from '../../support/app.ts'
import { aRequest, aTypeWithApproval } from '../../support/booking-requests.ts'
import { aBooking, anInviteeNamed, hours } from '../../support/bookings.ts'
import { aConnectionOf } from '../../support/calendars.ts'
import { aCast, aGroup, type Cast, inGroup, lastPart, type Made, putOnPlan } from '../../support/cast.ts'
import { anOwnAccount } from '../../support/conferences.ts'
import { anEventType } from '../../support/event-types.ts'
import { mcpTokenOf, resultIn, say, type ToolResult, useTool } from '../../support/mcp.ts'
import { aPaymentOf } from '../../support/payments.ts'
import { aPublishedForm, aSubmission } from '../../support/routing.ts'
import { aWaitingPerson } from '../../support/waiting-list.ts'
import { aSubscription } from '../../support/webhooks.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a tool.
type Shown = any

/** The names that clients of the service we are compatible with know. */
const theirNames =
  `users-get_current_user users-get_user event_types-list_event_types event_types-get_event_type event_types-create_event_type
event_types-update_event_type event_types-list_event_type_available_times event_types-list_event_type_availability_schedule
event_types-update_event_type_availability_schedule locations-list_user_meeting_locations availability-list_user_availability_schedules
availability-get_user_availability_schedule availability-list_user_busy_times meetings-list_events meetings-get_event meetings-cancel_event
meetings-create_invitee meetings-list_event_invitees meetings-get_event_invitee meetings-create_invitee_no_show meetings-get_invitee_no_show
meetings-delete_invitee_no_show scheduling_links-create_single_use_scheduling_link shares-create_share routing_forms-list_routing_forms
routing_forms-get_routing_form routing_forms-list_routing_form_submissions routing_forms-get_routing_form_submission organizations-get_organization
organizations-list_organization_memberships organizations-get_organization_membership organizations-list_organization_invitations
organizations-create_organization_invitation organizations-revoke_organization_invitation list_calendly_skills load_calendly_skill`.split(
    /\s+/,
  )

const time = hours(30)
const range = { start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-06T00:00:00Z' }

describe('tools', () => {
  let app: TestApp
  let cast: Cast
  let token: string
  let eventType: Made
  let tools: Map<string, Shown>
  before(async () => {
    app = await testApp()
    cast = await aCast(app)
    await putOnPlan(app, cast.organizationId, 'enterprise', 'active')
    token = await mcpTokenOf(app, cast.owner)
    eventType = await anEventType(app, cast.owner, { active: true })
    const answer = await say(app, token, 'tools/list')
    tools = new Map(answer.body.result.tools.map((tool: Shown) => [tool.name, tool]))
  })

  test('the 36 names that others know are there, and more', () => {
    assert.equal(theirNames.length, 36)
    assert.deepEqual(
      theirNames.filter((name) => !tools.has(name)),
      [],
    )
    for (const name of [
      'meetings-reschedule_invitee',
      'availability-find_times',
      'webhooks-create_webhook_subscription',
      'groups-list_groups',
      'activity_log-list_entries',
      'list_skills',
      'load_skill',
    ])
      assert.ok(tools.has(name), name)
  })

  test('each describes when to use it, its input and output, and its effects', () => {
    const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
    addFormats.default(ajv)
    for (const [name, tool] of tools) {
      assert.match(name, /^[A-Za-z0-9_.-]{1,128}$/)
      assert.ok(tool.description.length > 30 && tool.title, name)
      assert.equal(tool.inputSchema.type, 'object')
      assert.equal(tool.outputSchema.type, 'object')
      ajv.compile(tool.inputSchema)
      ajv.compile(tool.outputSchema)
      const { readOnlyHint, destructiveHint, idempotentHint, title } = tool.annotations
      for (const hint of [readOnlyHint, destructiveHint, idempotentHint]) assert.equal(typeof hint, 'boolean', name)
      assert.equal(title, tool.title)
      assert.ok(!(readOnlyHint && destructiveHint), name)
      // Path parameters and ids from another tool are described with their source.
      for (const [argument, schema] of Object.entries<Shown>(tool.inputSchema.properties))
        assert.ok(schema.description, `${name}.${argument}`)
    }
    const hints = (name: string) => tools.get(name).annotations
    assert.equal(hints('meetings-list_events').readOnlyHint, true)
    assert.equal(hints('meetings-cancel_event').destructiveHint, true)
    assert.equal(hints('meetings-create_invitee').idempotentHint, false)
    assert.deepEqual(tools.get('meetings-get_event_invitee').inputSchema.required, ['event_uri', 'invitee_uri'])
    assert.deepEqual(tools.get('event_types-update_event_type').inputSchema.required, [
      'uri',
      'update_event_type_request',
    ])
    assert.deepEqual(tools.get('event_types-list_event_types').inputSchema.required, [])
  })

  test('admins are shown what is for admins, and others are not', async () => {
    const shown = (await say(app, await mcpTokenOf(app, cast.colleague), 'tools/list')).body.result.tools.map(
      ({ name }: Shown) => name,
    )
    assert.ok(!shown.includes('activity_log-list_entries') && shown.includes('meetings-list_events'))
  })

  test('every tool, in both eras: one answer, of the form it promises, as the API gives it', async () => {
    const { owner, organization } = cast
    const booked = await aBooking(app, owner, eventType, { start_time: time() })
    const noShow = (
      await app.ask('POST /invitee_no_shows', { token: owner.token, body: { invitee: booked.invitee.uri } })
    ).body.resource.uri
    const group = await aGroup(app, owner)
    const relationship = await inGroup(app, owner, group, { membership: owner.membershipUri })
    const invitation = (
      await app.ask('POST /organization_invitations', {
        token: owner.token,
        body: { organization, email: 'somebody@new.test' },
      })
    ).body.resource
    const invitationUri = `${organization}/invitations/${lastPart(invitation.uri)}`
    const form = await aPublishedForm(app, owner)
    const submission = await aSubmission(app, form)
    const hook = await aSubscription(app, owner, 'https://hooks.client.test/tools', { scope: 'user', user: owner.uri })
    const schedule = (
      await app.ask('GET /user_availability_schedules', { token: owner.token, query: { user: owner.uri } })
    ).body.collection[0].uri
    const share = (await app.ask('POST /shares', { token: owner.token, body: { event_type: eventType.uri } })).body
      .resource.uri
    const accountUri = `${app.context.links.api}/conference_accounts/${(await anOwnAccount(app, owner)).account}`
    const connectionUri = `${app.context.links.api}/calendar_connections/${(await aConnectionOf(app, owner)).connection}`
    const request = await aRequest(app, await aTypeWithApproval(app, owner), { start_time: '2026-03-30T09:00:00Z' })
    const waits = await aWaitingPerson(app, owner.principal.organizationId, eventType.id)
    const paymentUri = `${app.context.links.api}/payments/${await aPaymentOf(app, owner.principal.organizationId)}`
    const reads: Record<string, Record<string, unknown>> = {
      'shares-list_shares': { user: owner.uri, count: '1', sort: 'created_at:asc' },
      'shares-get_share': { uri: share },
      'users-get_current_user': {},
      'users-get_user': { uri: owner.uri },
      'event_types-list_event_types': { user: owner.uri, count: '9', active: 'true', sort: 'name:desc' },
      'event_types-get_event_type': { uri: eventType.uri },
      'event_types-list_event_type_available_times': { event_type: eventType.uri, ...range },
      'event_types-explain_event_type_time': {
        event_type: eventType.uri,
        start_time: range.start_time,
        timezone: 'Europe/Lisbon',
      },
      'event_types-explain_event_type_day': {
        event_type: eventType.uri,
        date: '2026-03-03',
        timezone: 'Europe/Lisbon',
        user: owner.uri,
      },
      'event_types-list_event_type_availability_schedule': { event_type: eventType.uri },
      'event_types-list_event_type_hosts': { event_type: eventType.uri },
      'locations-list_user_meeting_locations': { user: owner.uri },
      'availability-list_user_availability_schedules': { user: owner.uri },
      'availability-get_user_availability_schedule': { uri: schedule },
      'availability-list_user_busy_times': { user: owner.uri, ...range },
      'availability-find_times': {
        event_types: [eventType.uri],
        hosts: [owner.uri],
        ...range,
        timezone: 'America/Sao_Paulo',
        match: 'all',
        count: 3,
      },
      'calendars-list_calendar_connections': { user: owner.uri },
      'calendars-get_calendar_connection': { uri: connectionUri },
      'conferences-list_conference_accounts': {},
      'conferences-get_conference_account': { uri: accountUri },
      'meetings-list_events': { organization, status: 'active', count: 1, min_start_time: '2026-03-01T00:00:00Z' },
      'meetings-get_event': { uri: booked.event },
      'meetings-list_event_invitees': { uri: booked.event, count: null },
      'meetings-get_event_invitee': { event_uri: booked.event, invitee_uri: booked.invitee.uri },
      'meetings-get_invitee_no_show': { uri: noShow },
      'booking_requests-list_booking_requests': { organization, state: 'open' },
      'booking_requests-get_booking_request': { uri: request.uri },
      'waiting_lists-list_waiting_list_entries': { organization, state: 'waiting' },
      'waiting_lists-get_waiting_list_entry': { uri: `${app.context.links.api}/waiting_list_entries/${waits.id}` },
      'payments-list_payments': { organization, state: 'booked' },
      'payments-get_payment': { uri: paymentUri },
      'routing_forms-list_routing_forms': { organization },
      'routing_forms-get_routing_form': { uri: form.uri },
      'routing_forms-list_routing_form_submissions': { form: form.uri },
      'routing_forms-get_routing_form_submission': { uri: submission.uri },
      'organizations-get_organization': { uri: organization },
      'organizations-get_visitor_rules': { uri: organization },
      'organizations-list_organization_memberships': { organization, count: '2' },
      'organizations-get_organization_membership': { uri: owner.membershipUri },
      'organizations-list_organization_invitations': { uri: organization },
      'organizations-get_organization_invitation': { org_uri: organization, uri: invitationUri },
      'groups-list_groups': { organization },
      'groups-get_group': { uri: group.uri },
      'groups-list_group_relationships': { group: group.uri },
      'groups-get_group_relationship': { uri: relationship.uri },
      'webhooks-list_webhook_subscriptions': { organization, scope: 'user', user: owner.uri },
      'webhooks-get_webhook_subscription': { uri: hook.uri },
      'webhooks-get_sample_webhook_data': { event: 'invitee.created', organization, scope: 'user', user: owner.uri },
      'activity_log-list_entries': { organization, count: 2 },
      list_skills: {},
      load_skill: { name: 'book-a-meeting' },
      list_calendly_skills: {},
      load_calendly_skill: { skill_name: 'weekly-digest' },
    }
    const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
    addFormats.default(ajv)
    const given: Shown[] = []
    for (const [name, sent] of Object.entries(reads)) {
      assert.ok(
        ajv.validate(
          tools.get(name).inputSchema,
          Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)),
        ),
        `${name}: ${ajv.errorsText()}`,
      )
      const result = resultIn(await say(app, token, 'tools/call', { name, arguments: sent }))
      const old = await say(app, token, 'tools/call', { name, arguments: sent }, { era: 'legacy' })
      assert.equal(result.isError, false, `${name}: ${result.text}`)
      assert.equal(result.text, resultIn(old).text)
      assert.deepEqual(result.structured, result.body)
      assert.ok(ajv.validate(tools.get(name).outputSchema, result.structured), `${name}: ${ajv.errorsText()}`)
      given.push(result.body)
    }
    const readOnly = [...tools.values()].filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)
    assert.deepEqual(
      readOnly.filter((name) => !Object.hasOwn(reads, name)),
      [],
      'tools that are not tried here',
    )

    const rest = (address: string, query: Record<string, string> = {}) =>
      app.ask(address, { token: owner.token, query }).then(({ body }) => body)
    const by = (name: string) => given[Object.keys(reads).indexOf(name)]
    assert.deepEqual(by('users-get_current_user'), await rest('GET /users/me'))
    assert.deepEqual(
      by('event_types-list_event_type_available_times'),
      await rest('GET /event_type_available_times', { event_type: eventType.uri, ...range }),
    )
    assert.deepEqual(
      by('event_types-list_event_types'),
      await rest('GET /event_types', { user: owner.uri, count: '9', active: 'true', sort: 'name:desc' }),
    )
    assert.deepEqual(by('meetings-list_event_invitees'), await rest(`GET ${booked.event}/invitees`))
  })

  test('every tool that changes something, and what the API shows afterwards', async () => {
    const { owner, organization } = cast
    const use = async (name: string, sent: Record<string, unknown>): Promise<Shown> => {
      const result = await useTool(app, token, name, sent)
      assert.equal(result.isError, false, `${name}: ${result.text}`)
      const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
      addFormats.default(ajv)
      assert.ok(ajv.validate(tools.get(name).outputSchema, result.structured), `${name}: ${ajv.errorsText()}`)
      used.add(name)
      return result.body.resource ?? result.body
    }
    const used = new Set<string>()
    const get = async (uri: string): Promise<Shown> => (await app.ask(`GET ${uri}`, { token: owner.token })).body

    const type = await use('event_types-create_event_type', {
      create_event_type_request: { owner: owner.uri, name: 'Made by a tool', active: true },
    })
    await use('event_types-update_event_type', {
      uri: type.uri,
      update_event_type_request: JSON.stringify({ duration: 45 }),
    })
    assert.equal((await get(type.uri)).resource.duration, 45)
    const rules = [{ type: 'wday', wday: 'monday', intervals: [{ from: '09:00', to: '12:00' }] }]
    const hoursOf = await use('event_types-update_event_type_availability_schedule', {
      event_type: type.uri,
      update_event_type_availability_request: { availability_rule: { rules, timezone: 'Europe/Lisbon' } },
    })
    const monday = (hoursOf.rules ?? hoursOf.availability_rule.rules).find(({ wday }: Shown) => wday === 'monday')
    assert.deepEqual(monday.intervals, rules[0]?.intervals)
    const offDays = { type: 'date_range', start_date: '2026-03-10', end_date: '2026-03-12' }
    const location = { kind: 'custom', location: 'On the phone' }
    const oneOff = {
      name: 'Once',
      host: owner.uri,
      duration: 30,
      timezone: 'Europe/Lisbon',
      date_setting: offDays,
      location,
    }
    assert.ok(
      (await use('event_types-create_one_off_event_type', { create_one_off_event_type_request: oneOff }))
        .scheduling_url,
    )
    const link = { max_event_count: 1, owner: eventType.uri, owner_type: 'EventType' }
    assert.ok(
      (await use('scheduling_links-create_single_use_scheduling_link', { create_scheduling_link_request: link }))
        .booking_url,
    )
    const share = await use('shares-create_share', {
      create_share_request: { event_type: eventType.uri, duration: 15, duration_options: [15, 30] },
    })
    await use('shares-update_share', { uri: share.uri, update_share_request: { name: 'Changed by a tool' } })
    assert.equal((await get(share.uri)).resource.share_override.name, 'Changed by a tool')
    assert.deepEqual(await use('shares-delete_share', { uri: share.uri }), { done: true })
    assert.equal((await app.ask(`GET ${share.uri}`, { token: owner.token })).status, 404)

    const booking = { event_type: eventType.uri, start_time: time(), invitee: anInviteeNamed() }
    const invitee = await use('meetings-create_invitee', { post_invitee_request: booking })
    assert.equal((await get(invitee.uri)).resource.email, booking.invitee.email)
    const moved = await use('meetings-reschedule_invitee', {
      uri: invitee.uri,
      reschedule_invitee_request: { start_time: time() },
    })
    assert.equal(moved.old_invitee, invitee.uri)
    await use('meetings-update_event_notes', {
      uri: moved.event,
      update_event_request: { meeting_notes: 'Bring the plan' },
    })
    const mark = await use('meetings-create_invitee_no_show', {
      create_invitee_no_show_request: { invitee: moved.uri },
    })
    const visitorRules = { blocked_addresses: ['@spam.test'] }
    const changed = await use('organizations-update_visitor_rules', {
      uri: organization,
      update_visitor_rules_request: visitorRules,
    })
    assert.deepEqual([changed.bot_protection, changed.blocked_addresses], ['automatic', ['@spam.test']])
    const payments = (await get('/payments?state=booked')).collection
    const refund_payment_request = { amount: 10 }
    assert.equal((await use('payments-refund_payment', { uri: payments[0].uri, refund_payment_request })).amount, 25)
    const waiting = (await aWaitingPerson(app, owner.principal.organizationId, lastPart(type.uri))).id
    assert.deepEqual(await use('waiting_lists-remove_waiting_list_entry', { uri: waiting }), { done: true })
    const withApproval = await aTypeWithApproval(app, owner)
    const asked = async () =>
      use('booking_requests-create_booking_request', {
        create_booking_request_request: { ...booking, event_type: withApproval.uri, start_time: time() },
      })
    const accepted = await use('booking_requests-accept_booking_request', { uri: (await asked()).uri })
    assert.equal(accepted.state, 'confirmed')
    // A reason alone will do, as text.
    const declined = await use('booking_requests-decline_booking_request', {
      uri: (await asked()).uri,
      decline_booking_request_request: 'Travelling',
    })
    assert.deepEqual([declined.state, declined.reason], ['declined', 'Travelling'])
    const withdrawn = await use('booking_requests-withdraw_booking_request', { uri: (await asked()).uri })
    assert.deepEqual(withdrawn, { done: true })
    assert.deepEqual(await use('meetings-delete_invitee_no_show', { uri: mark.uri }), { done: true })
    assert.equal((await get(moved.uri)).resource.no_show, null)
    // A reason alone will do, as text.
    await use('meetings-cancel_event', { uri: moved.event, create_scheduled_event_cancellation_request: 'Ill' })
    assert.equal((await get(moved.event)).resource.cancellation.reason, 'Ill')
    const other = await use('meetings-create_invitee', { post_invitee_request: { ...booking, start_time: time() } })
    assert.equal((await use('meetings-cancel_invitee', { uri: other.uri })).status, 'canceled')

    const invitation = await use('organizations-create_organization_invitation', {
      uri: organization,
      create_organization_invitation_request: { email: 'another@new.test' },
    })
    await use('organizations-revoke_organization_invitation', {
      org_uri: organization,
      uri: invitation.uri.replace('organization_invitations', 'invitations'),
    })
    await use('organizations-delete_organization_membership', { uri: cast.admin.membershipUri })
    const hook = {
      url: 'https://hooks.client.test/by-a-tool',
      events: ['invitee.created'],
      organization,
      scope: 'organization',
    }
    const subscription = await use('webhooks-create_webhook_subscription', {
      create_webhook_subscription_request: hook,
    })
    await use('webhooks-delete_webhook_subscription', { uri: subscription.uri })
    assert.equal((await app.ask(`GET ${subscription.uri}`, { token: owner.token })).status, 404)

    const connection = await aConnectionOf(app, owner)
    await use('calendars-read_calendar_connection_now', {
      uri: `${app.context.links.api}/calendar_connections/${connection.connection}`,
    })

    const changing = [...tools.values()].filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)
    assert.deepEqual(
      changing.filter((name) => !used.has(name)),
      [],
      'tools that are not tried here',
    )
  })

  test('a refusal is a result that a model can read, in the words of the API', async () => {
    const refusals: [string, Record<string, unknown>, string, Record<string, unknown>?][] = [
      ['users-get_user', {}, 'Invalid Argument', { parameter: 'uri', message: 'is missing' }],
      [
        'users-get_user',
        { uri: 'https://api.example.test/groups/1' },
        'Invalid Argument',
        { parameter: 'uri', message: 'must be a URI that ends with /users/{uuid}' },
      ],
      ['users-get_user', { uri: `${app.context.links.api}/users/none` }, 'Resource Not Found'],
      [
        'meetings-list_events',
        { count: '1000' },
        'Invalid Argument',
        { parameter: 'count', message: 'must be less than or equal to 100' },
      ],
      ['meetings-list_events', { from: 'x' }, 'Invalid Argument'],
      ['meetings-create_invitee', {}, 'Invalid Argument', { parameter: 'post_invitee_request', message: 'is missing' }],
      [
        'meetings-create_invitee',
        { post_invitee_request: 'soon' },
        'Invalid Argument',
        { parameter: 'post_invitee_request', message: 'must be an object' },
      ],
      [
        'meetings-create_invitee',
        { post_invitee_request: { event_type: eventType.uri } },
        'Invalid Argument',
        { parameter: 'start_time', message: 'is missing' },
      ],
      ['availability-find_times', { ...range }, 'Invalid Argument'],
      ['load_skill', { name: 'none' }, 'Invalid Argument'],
    ]
    for (const [name, sent, title, detail] of refusals) {
      for (const era of ['modern', 'legacy'] as const) {
        const result: ToolResult = await useTool(app, token, name, sent, { era })
        assert.equal(result.isError, true, name)
        assert.equal(result.body.title, title, result.text)
        assert.equal(result.structured, undefined)
        if (detail) assert.deepEqual(result.body.details[0], detail)
      }
    }
    const taken = { event_type: eventType.uri, start_time: time(), invitee: anInviteeNamed() }
    await useTool(app, token, 'meetings-create_invitee', { post_invitee_request: taken })
    const again = await useTool(app, token, 'meetings-create_invitee', { post_invitee_request: taken })
    const rest = await app.ask('POST /invitees', { token: cast.owner.token, body: taken })
    assert.deepEqual(again.body, rest.body)
  })

  test('find_times: several event types and hosts at once, in the time zone of the caller', async () => {
    const short = await anEventType(app, cast.colleague, { active: true, duration: 30, name: 'With a colleague' })
    const asked = { ...range, timezone: 'Asia/Kolkata', count: 200 }
    const both = (
      await useTool(app, token, 'availability-find_times', { event_types: [eventType.uri, short.uri], ...asked })
    ).body
    const [first] = both.collection
    assert.equal(both.timezone, 'Asia/Kolkata')
    assert.match(first.local_start_time, /\+05:30$/)
    assert.equal(new Date(first.local_start_time).toISOString().replace('.000Z', 'Z'), first.start_time)
    assert.equal(first.weekday, 'Tuesday')
    assert.deepEqual(
      [
        ...new Set(both.collection.flatMap(({ options }: Shown) => options.map((option: Shown) => option.event_type))),
      ].sort(),
      [eventType.uri, short.uri].sort(),
    )
    // Somebody is booked at nine: not a time for both.
    await aBooking(app, cast.colleague, short, { start_time: '2026-03-05T10:00:00Z' })
    const together = (
      await useTool(app, token, 'availability-find_times', {
        hosts: [cast.owner.uri, cast.colleague.uri],
        match: 'all',
        ...asked,
      })
    ).body.collection
    assert.ok(together.length > 0)
    assert.ok(together.every(({ options }: Shown) => new Set(options.map(({ host }: Shown) => host)).size === 2))
    assert.ok(!together.some(({ start_time }: Shown) => start_time === '2026-03-05T10:00:00Z'))
    const open = (
      await app.ask('GET /event_type_available_times', {
        token: cast.owner.token,
        query: { event_type: short.uri, ...range },
      })
    ).body.collection
    const found = both.collection
      .filter(({ options }: Shown) => options.some((option: Shown) => option.event_type === short.uri))
      .map(({ start_time }: Shown) => start_time)
    assert.ok(open.every(({ start_time }: Shown) => found.includes(start_time)))
  })
})
