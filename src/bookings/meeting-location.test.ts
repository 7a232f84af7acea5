import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detailBody, Problem } from '#contract/problem.ts'
import { conferenceKinds, type Location } from '#event-types/index.ts'
import {
  afterCancellation,
  asSent,
  conferenceLocation,
  type HostRooms,
  locationFor,
  MeetingLocation,
  type MeetingRoom,
  meetingLocationOf,
  type SentLocation,
  withoutInviteeInput,
} from './meeting-location.ts'

const river = { kind: 'custom', location: 'At the river' } as const
const street = { kind: 'physical', location: 'Rua Nova 1', additional_info: 'Ring twice' } as const
const call = { kind: 'outbound_call' } as const
const wherever = { kind: 'ask_invitee' } as const
const inbound = { kind: 'inbound_call', phone_number: '+351210000000' } as const
const zoom = { kind: 'zoom_conference' } as const

const refusal = <T>(work: () => T): T | string => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem)
      return (
        error.details[0]?.code ??
        error.details.map(detailBody).map(({ parameter, message }) => `${parameter} ${message}`)[0] ??
        ''
      )
    throw error
  }
}
const code = (letter: string): string => letter.repeat(26)
const meeting = { id: 'event', random: () => code('r') }
const meant = (locations: readonly Location[] | null, sent?: SentLocation, pooling: 'round_robin' | null = null) =>
  refusal(() => locationFor({ locations, pooling }, sent))

describe('which location is meant', () => {
  const cases: readonly (readonly [
    string,
    readonly Location[] | null,
    SentLocation | undefined,
    Location | null | 'invalid_location_choice',
  ])[] = [
    ['a type without any', null, undefined, null],
    ['a type without any, and one is sent', null, { kind: 'custom', location: 'x' }, 'invalid_location_choice'],
    ['the only one', [river], undefined, river],
    ['the only one, about which the invitee must say something', [call], undefined, 'invalid_location_choice'],
    ['the only one, about which the invitee must say where', [wherever], undefined, 'invalid_location_choice'],
    ['one of several, none chosen', [river, zoom], undefined, 'invalid_location_choice'],
    ['one of several', [river, zoom], { kind: 'zoom_conference' }, zoom],
    ['another kind', [river, zoom], { kind: 'webex_conference' }, 'invalid_location_choice'],
    [
      'one of two of a kind',
      [river, { ...river, location: 'On the hill' }],
      { kind: 'custom', location: 'On the hill' },
      { ...river, location: 'On the hill' },
    ],
    [
      'neither of two of a kind',
      [river, { ...river, location: 'On the hill' }],
      { kind: 'custom' },
      'invalid_location_choice',
    ],
    [
      'a location that is not offered',
      [street],
      { kind: 'physical', location: 'Elsewhere' },
      'invalid_location_choice',
    ],
    ['a location whose kind says enough', [street, zoom], { kind: 'physical' }, street],
    [
      'what the invitee says is not looked for',
      [wherever, river],
      { kind: 'ask_invitee', location: 'At mine' },
      wherever,
    ],
  ]
  for (const [what, locations, sent, expected] of cases)
    test(what, () => assert.deepEqual(meant(locations, sent), expected))

  test('a round robin uses its first location, and a sent one is refused', () => {
    assert.deepEqual(meant([river, zoom], undefined, 'round_robin'), river)
    assert.deepEqual(meant(null, undefined, 'round_robin'), null)
    assert.equal(
      meant([river], { kind: 'physical' }, 'round_robin'),
      'location must not be sent for a round robin event type',
    )
    assert.equal(
      meant([river], { kind: 'custom' }, 'round_robin'),
      'location must not be sent for a round robin event type',
    )
  })

  test('a round robin whose first location the invitee must provide takes that one only', () => {
    for (const asked of [call, wherever]) {
      assert.deepEqual(meant([asked, river], { kind: asked.kind, location: 'x' }, 'round_robin'), asked)
      assert.equal(meant([asked, river], undefined, 'round_robin'), 'invalid_location_choice')
      assert.equal(
        meant([asked, river], { kind: 'custom', location: 'At the river' }, 'round_robin'),
        'invalid_location_choice',
      )
    }
  })
})

const locationAt = (location: Location | null, sent: SentLocation | undefined, rooms: HostRooms, room: MeetingRoom) =>
  meetingLocationOf(location, sent, { membershipId: 'host', rooms }, room)

const at = (location: Location | null, sent?: SentLocation, rooms = {}) =>
  refusal(() => locationAt(location, sent, rooms, meeting))

describe('the location of the meeting', () => {
  const plain = { status: null, join_url: null }

  test('each kind, as its schema has it', () => {
    assert.equal(at(null), null)
    assert.deepEqual(at(street), { type: 'physical', location: 'Rua Nova 1', ...plain, additional_info: 'Ring twice' })
    assert.deepEqual(at({ kind: 'physical', location: 'x' }), {
      type: 'physical',
      location: 'x',
      ...plain,
      additional_info: null,
    })
    assert.deepEqual(at(river), { type: 'custom', location: 'At the river', ...plain })
    assert.deepEqual(at(inbound), { type: 'inbound_call', location: '+351210000000', ...plain, additional_info: null })
    assert.deepEqual(at({ ...inbound, additional_info: 'Dial 1' }), {
      type: 'inbound_call',
      location: '+351210000000',
      ...plain,
      additional_info: 'Dial 1',
    })
    assert.deepEqual(at(call, { kind: 'outbound_call', location: '+46701234567' }), {
      type: 'outbound_call',
      location: '+46701234567',
      ...plain,
    })
    assert.deepEqual(at(wherever, { kind: 'ask_invitee', location: 'At mine' }), {
      type: 'ask_invitee',
      location: 'At mine',
      ...plain,
    })
  })

  test('a location that the invitee must provide is required', () => {
    assert.equal(at(call, { kind: 'outbound_call' }), 'location.location is missing')
    assert.equal(at(call, { kind: 'outbound_call', location: 'ring' }), 'location.location is not a valid phone number')
    assert.equal(at(wherever, { kind: 'ask_invitee' }), 'location.location is missing')
  })

  test('a conference is in the room of the host; without a room it has failed', () => {
    const types = {
      google_conference: 'google_conference',
      zoom_conference: 'zoom',
      gotomeeting_conference: 'gotomeeting',
    } as Record<string, string>
    for (const kind of conferenceKinds) {
      const data = kind === 'google_conference' ? {} : { data: null }
      const type = types[kind] ?? kind
      assert.deepEqual(at({ kind }), { type, location: null, status: 'failed', join_url: null, ...data })
      const pushed = at({ kind }, undefined, { [kind]: 'https://meet.test/{uuid}?again={uuid}' })
      assert.deepEqual(pushed, {
        type,
        location: null,
        status: 'pushed',
        join_url: 'https://meet.test/event?again=event',
        ...data,
      })
      assert.ok(MeetingLocation.safeParse(pushed).success)
    }
  })
})

describe('a conference that another service makes', () => {
  const made = conferenceLocation('zoom_conference', {
    status: 'pushed',
    joinUrl: 'https://zoom.test/1',
    data: { id: '1' },
  })
  const initiated = conferenceLocation('zoom_conference', { status: 'initiated' })
  const rooms = { zoom_conference: null, webex_conference: null }
  const moved = (before: MeetingLocation | null, hostBefore = 'host', location: Location = zoom) =>
    locationAt(location, undefined, rooms, { ...meeting, before, hostBefore })

  test('is initiated, and has no URL yet', () => {
    assert.deepEqual(at(zoom, undefined, rooms), {
      type: 'zoom',
      location: null,
      status: 'initiated',
      join_url: null,
      data: null,
    })
    assert.ok(MeetingLocation.safeParse(initiated).success)
    assert.ok(MeetingLocation.safeParse(made).success)
  })

  test('stays when the meeting moves, as long as it is there, and of the same kind and first host', () => {
    assert.deepEqual(moved(made), made)
    assert.deepEqual(moved(made, 'another'), initiated)
    assert.deepEqual(moved(conferenceLocation('zoom_conference', { status: 'processing' })), initiated)
    assert.deepEqual(moved(conferenceLocation('zoom_conference', { status: 'failed' })), initiated)
    assert.equal(moved(made, 'host', { kind: 'webex_conference' })?.status, 'initiated')
    assert.equal(locationAt(zoom, undefined, {}, { ...meeting, before: made, hostBefore: 'host' })?.status, 'failed')
  })

  test('is joined by nobody once the meeting is canceled', () =>
    assert.deepEqual(afterCancellation(made), conferenceLocation('zoom_conference', { status: 'failed' })))
})

const jitsi = { kind: 'custom', location: 'https://meet.jit.si/{random}' } as const

describe('a pattern', () => {
  const made = `https://meet.jit.si/${code('r')}`
  const inRoom = (before?: MeetingLocation | null, rooms: Record<string, string> = {}) =>
    locationAt(rooms.zoom_conference ? zoom : jitsi, undefined, rooms, { ...meeting, before })

  test('gives a meeting a URL that is its location as well', () => {
    const location = inRoom()
    assert.deepEqual(location, { type: 'custom', location: made, status: 'pushed', join_url: made })
    assert.ok(MeetingLocation.safeParse(location).success)
  })

  test('gives a conference of a host a URL of its own', () =>
    assert.equal(
      inRoom(null, { zoom_conference: 'https://zoom.test/{random}' })?.join_url,
      `https://zoom.test/${code('r')}`,
    ))

  test('keeps the URL of the meeting that is replaced, where that was made from the same pattern', () => {
    const kept = `https://meet.jit.si/${code('k')}`
    const before = { type: 'custom', location: kept, status: 'pushed', join_url: kept } as const
    assert.equal(inRoom(before)?.join_url, kept)
    assert.equal(inRoom({ ...before, join_url: 'https://meet.jit.si/guessable' })?.join_url, made)
    assert.equal(
      inRoom(before, { zoom_conference: 'https://zoom.test/{random}' })?.join_url,
      `https://zoom.test/${code('r')}`,
    )
    const atHost = {
      type: 'zoom',
      location: null,
      status: 'pushed',
      join_url: `https://zoom.test/${code('k')}`,
      data: null,
    } as const
    assert.equal(inRoom(atHost, { zoom_conference: 'https://zoom.test/{random}' })?.join_url, atHost.join_url)
  })

  test('is found again by a URL that was made from it', () => {
    const sent = asSent(inRoom())
    assert.deepEqual(meant([river, jitsi], sent), jitsi)
    assert.equal(
      meant([river, jitsi], { kind: 'custom', location: 'https://meet.jit.si/guess' }),
      'invalid_location_choice',
    )
  })
})

const taken: readonly (MeetingLocation | null)[] = [
  null,
  ...([street, river, jitsi, inbound, zoom] as const).map((location) =>
    locationAt(location, undefined, { zoom_conference: 'https://meet.test' }, meeting),
  ),
  locationAt(call, { kind: 'outbound_call', location: '+46701234567' }, {}, meeting),
  locationAt(wherever, { kind: 'ask_invitee', location: 'At mine' }, {}, meeting),
]

test('a canceled meeting has no join URL, but keeps its location', () => {
  assert.deepEqual(
    taken
      .map(afterCancellation)
      .map((location) => location && [location.type, location.location, location.status, location.join_url]),
    taken.map((location) => location && [location.type, location.location, location.status && 'failed', null]),
  )
})

test('only what the invitee provided can be left out', () => {
  assert.deepEqual(
    taken.map(withoutInviteeInput).map((location) => location?.location),
    taken.map((location) =>
      location?.type === 'outbound_call' || location?.type === 'ask_invitee' ? null : location?.location,
    ),
  )
})

test('every location, sent again, gives the same location', () => {
  const locations = [street, river, jitsi, { ...river, location: 'On the hill' }, inbound, zoom, call, wherever]
  for (const location of taken.slice(1)) {
    const sent = asSent(location)
    assert.deepEqual(
      locationAt(
        locationFor({ locations, pooling: null }, sent),
        sent,
        { zoom_conference: 'https://meet.test' },
        meeting,
      ),
      location,
    )
  }
  assert.equal(asSent(null), undefined)
  assert.deepEqual(asSent(locationAt({ kind: 'gotomeeting_conference' }, undefined, {}, meeting)), {
    kind: 'gotomeeting_conference',
  })
})
