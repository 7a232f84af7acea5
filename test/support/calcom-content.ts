import { randomBytes } from 'node:crypto'

export type CalcomContent = Readonly<Record<string, readonly Record<string, unknown>[]>>

/** The uid of a booking in it. */
export const uidIn = ({ Booking = [] }: CalcomContent, id: number): string =>
  String(Booking.find((row) => row.id === id)?.uid)

const each = <Row>(count: number, make: (number: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => make(index + 1))

const day = (number: number, hour = 9): string =>
  new Date(Date.UTC(2026, 2, 2 + number, hour)).toISOString().replace('Z', '')

/**
 * So many of each kind, each with something of its own. Numbers are ids: user 1 administers, the first half of the
 * types are of one user each.
 */
export const calcomContent = (count: number, domain = 'cal.test'): CalcomContent => {
  // Other tests on the same database bring such content too, and addresses of bookings and links name no organization.
  const tag = randomBytes(4).toString('base64url').toUpperCase()
  const bookingUid = (number: number): string => `bk${tag}${String(number).padStart(12, '0')}`
  const isShared = (type: number): boolean => type % 4 === 0
  const isSeated = (type: number): boolean => type % 4 === 1
  const hostsOf = (type: number): number[] => [1 + (type % count), 1 + ((type + 1) % count)]
  const owner = (type: number): number => 1 + (type % count)
  return {
    users: each(count, (n) => ({
      ...{
        id: n,
        username: `host-${n}`,
        name: `Demo Host ${n}`,
        email: `host.${n}@${domain}`,
        timeZone: n % 2 ? 'Europe/Lisbon' : 'America/Lima',
        timeFormat: n % 3 ? 12 : 24,
      },
      ...{
        role: n === 1 ? 'ADMIN' : 'USER',
        created: day(-400),
        defaultScheduleId: n,
        locale: 'de',
        password: 'a hash',
        twoFactorSecret: 'a secret',
        weekStart: 'Monday',
        locked: false,
      },
    })),
    Team: each(count, (n) => ({
      id: n,
      name: `Team ${n}`,
      slug: `team-${n}`,
      createdAt: day(-300),
      isOrganization: false,
    })),
    Membership: each(count, (n) => ({ id: n, teamId: n, userId: n, accepted: true, role: n % 2 ? 'OWNER' : 'MEMBER' })),
    Schedule: each(count, (n) => ({ id: n, userId: n, name: 'Working hours', timeZone: n % 5 ? null : 'Asia/Tokyo' })),
    Availability: each(count, (n) => [
      { id: 3 * n, scheduleId: n, days: [1, 2, 3], startTime: '09:00:00', endTime: '12:00:00', date: null },
      { id: 3 * n + 1, scheduleId: n, days: [1, 2, 3, 4], startTime: '13:00:00', endTime: '17:30:00', date: null },
      { id: 3 * n + 2, scheduleId: n, days: [], startTime: '00:00:00', endTime: '00:00:00', date: '2026-12-24' },
    ]).flat(),
    EventType: each(count, (n) => ({
      ...{
        id: n,
        title: `Type ${n}`,
        slug: `type-${n}`,
        description: 'About **it**',
        length: 30,
        position: n,
        hidden: n % 10 === 0,
      },
      ...{
        userId: isShared(n) ? null : owner(n),
        teamId: isShared(n) ? n : null,
        schedulingType: isShared(n) ? (n % 8 ? 'roundRobin' : 'collective') : null,
      },
      ...{
        beforeEventBuffer: n % 3 ? 0 : 10,
        afterEventBuffer: n % 3 ? 0 : 15,
        minimumBookingNotice: 60 + n,
        slotInterval: n % 2 ? 15 : null,
      },
      ...(n % 3 === 0
        ? { periodType: 'rolling', periodDays: 20, periodCountCalendarDays: false }
        : n % 3 === 1
          ? { periodType: 'unlimited' }
          : fixed),
      ...{
        bookingLimits: { PER_DAY: 3, PER_WEEK: 9 },
        seatsPerTimeSlot: isSeated(n) ? 6 : null,
        metadata: n % 2 ? { multipleDuration: [30, 45] } : null,
      },
      ...{ requiresConfirmation: n === 7, price: 0, currency: 'usd', disableGuests: false, offsetStart: 0 },
      locations: [
        { type: 'inPerson', address: 'Rua Nova 1' },
        { type: 'integrations:zoom' },
        ...(n === 2 ? [{ type: 'integrations:daily' }] : []),
      ],
      bookingFields: [
        { name: 'name', type: 'name', required: true },
        { name: 'email', type: 'email', required: true },
        {
          name: 'topic',
          type: 'select',
          label: 'What about?',
          required: true,
          options: [
            { label: 'Rain', value: 'rain' },
            { label: 'Sun', value: 'sun' },
          ],
        },
        { name: 'notes', type: 'textarea', required: false },
      ],
    })),
    Host: each(count, (n) =>
      isShared(n) ? hostsOf(n).map((userId) => ({ userId, eventTypeId: n, isFixed: false, createdAt: day(-300) })) : [],
    ).flat(),
    _user_eventtype: each(count, (n) =>
      (isShared(n) ? hostsOf(n) : [owner(n)]).map((userId) => ({ A: n, B: userId })),
    ).flat(),
    EventTypeCustomInput: each(count, (n) => ({
      id: n,
      eventTypeId: n,
      label: 'What about?',
      type: 'text',
      required: false,
      placeholder: '',
    })),
    Booking: [
      ...each(count, (n) => ({
        ...{
          id: n,
          uid: bookingUid(n),
          userId: isShared(n) ? hostsOf(n)[0] : owner(n),
          eventTypeId: n,
          title: `Meeting ${n}`,
          description: 'Bring a coat',
        },
        ...{
          startTime: day(n),
          endTime: day(n).replace('T09:00', 'T09:30'),
          createdAt: day(-10),
          updatedAt: day(-9),
          paid: false,
        },
        ...{
          status: n % 10 === 2 ? 'cancelled' : 'accepted',
          cancellationReason: n % 10 === 2 ? 'Ill' : null,
          cancelledBy: n % 10 === 2 ? `invitee.${n}@client.test` : null,
        },
        ...{
          location: n % 2 ? 'integrations:zoom' : 'Rua Nova 1',
          metadata: n % 2 ? { videoCallUrl: `https://zoom.test/${n}` } : null,
          rescheduled: n % 20 === 2,
        },
        ...{
          iCalUID: `bk${n}@Cal.com`,
          iCalSequence: n % 5,
          responses: {
            name: 'x',
            email: 'x',
            topic: 'rain',
            notes: 'A note',
            guests: n % 7 ? [] : [`guest.${n}@client.test`],
          },
        },
        customInputs: { 'What about?': 'Rain' },
      })),
      // Every twentieth of those that were canceled has moved.
      ...each(Math.floor(count / 20), (n) => {
        const from = 20 * (n - 1) + 2
        return {
          ...{
            id: count + n,
            uid: `mv${tag}${String(n).padStart(12, '0')}`,
            userId: owner(from),
            eventTypeId: from,
            title: 'Moved',
            startTime: day(from, 14),
            endTime: day(from, 15),
          },
          ...{
            createdAt: day(-9),
            status: 'accepted',
            fromReschedule: bookingUid(from),
            iCalUID: `bk${from}@Cal.com`,
            iCalSequence: (from % 5) + 1,
            responses: {},
            paid: false,
          },
        }
      }),
    ],
    Attendee: [
      ...each(count, (n) => [
        {
          id: 10 * n,
          bookingId: n,
          email: `invitee.${n}@client.test`,
          name: `Demo Invitee ${n}`,
          timeZone: 'Europe/Stockholm',
          locale: 'fr',
          noShow: n % 9 === 0,
        },
        ...(isSeated(n)
          ? [
              {
                id: 10 * n + 1,
                bookingId: n,
                email: `second.${n}@client.test`,
                name: 'Demo Second',
                timeZone: 'Europe/Stockholm',
                noShow: false,
              },
            ]
          : []),
        ...(n % 8 === 0
          ? [
              {
                id: 10 * n + 2,
                bookingId: n,
                email: `host.${hostsOf(n)[1]}@${domain}`,
                name: 'Demo Host',
                timeZone: 'UTC',
                noShow: false,
              },
            ]
          : []),
      ]).flat(),
      ...each(Math.floor(count / 20), (n) => ({
        id: 10 * (count + n),
        bookingId: count + n,
        email: `invitee.${20 * (n - 1) + 2}@client.test`,
        name: 'Demo Invitee',
        timeZone: 'UTC',
      })),
    ],
    BookingSeat: each(count, (n) =>
      isSeated(n) ? [10 * n, 10 * n + 1].map((attendeeId) => ({ ...seatOf(attendeeId), bookingId: n })) : [],
    ).flat(),
    BookingReference: each(count, (n) => ({ id: n, type: 'google_calendar', uid: `g${n}`, bookingId: n })),
    App_RoutingForms_Form: each(count, (n) => ({
      ...{
        id: `form${String(n).padStart(6, '0')}`,
        name: `Form ${n}`,
        userId: n,
        createdAt: day(-50),
        updatedAt: day(-40),
        position: 0,
        disabled: n % 2 === 0,
      },
      fields: [
        { id: `f${n}`, label: 'Your address', type: 'email', required: true },
        { id: `g${n}`, label: 'Which?', type: 'select', required: false, selectText: 'One\nTwo' },
      ],
    })),
    App_RoutingForms_FormResponse: each(count, (n) => ({
      ...{ id: n, formFillerId: `filler${n}`, formId: `form${String(n).padStart(6, '0')}`, createdAt: day(-5) },
      response: {
        [`f${n}`]: { label: 'Your address', value: `asking.${n}@client.test` },
        [`g${n}`]: { label: 'Which?', value: ['One'] },
      },
    })),
    Webhook: each(count, (n) => ({
      ...{
        id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        subscriberUrl: `https://receiver.test/${n}`,
        createdAt: day(-5),
        active: true,
        secret: 'a secret',
      },
      ...{
        userId: n % 2 ? n : null,
        teamId: n % 2 ? null : n,
        eventTriggers: ['BOOKING_CREATED', 'BOOKING_CANCELLED', 'MEETING_ENDED'],
      },
    })),
    // Every third can be used several times, every fifth of the others was used.
    HashedLink: each(count, (n) => ({
      id: n,
      link: `Hash${tag}${n}`,
      eventTypeId: n,
      maxUsageCount: n % 3 ? 1 : 5,
      usageCount: n % 3 && n % 5 === 0 ? 1 : 0,
    })),
  }
}

const fixed = { periodType: 'range', periodStartDate: '2026-03-01T00:00:00', periodEndDate: '2026-12-31T00:00:00' }

const seatOf = (attendeeId: number) => ({
  id: attendeeId,
  referenceUid: `10000000-0000-4000-8000-${String(attendeeId).padStart(12, '0')}`,
  attendeeId,
  data: { responses: { topic: 'sun' } },
})

/** Ids of bookings that wait for a host: to come, past, and one seat of a meeting of several. */
export const waiting = { coming: 9001, past: 9002, seat: 9003 }

/** With bookings that wait for a host: of the type that asks for it, and of one with seats. */
export const withWaiting = (content: CalcomContent): CalcomContent => {
  const tag = randomBytes(4).toString('base64url').toUpperCase()
  const booking = (id: number, eventTypeId: number, at: number) => ({
    ...{
      id,
      uid: `wt${tag}${String(id).padStart(12, '0')}`,
      userId: eventTypeId + 1,
      eventTypeId,
      title: `Waiting ${id}`,
    },
    ...{ startTime: day(at, 15), endTime: day(at, 16), createdAt: day(-2), updatedAt: day(-2), paid: false },
    ...{
      status: 'pending',
      location: 'integrations:zoom',
      iCalSequence: 0,
      responses: { topic: 'sun', guests: [`guest.${id}@client.test`] },
    },
  })
  const attendee = (id: number) => ({
    ...{ id: 10 * id, bookingId: id, email: `waiting.${id}@client.test`, name: `Demo Waiting ${id}` },
    ...{ timeZone: 'Europe/Stockholm', locale: 'fr' },
  })
  const { Booking = [], Attendee = [], BookingSeat = [] } = content
  const referenceUid = `20000000-0000-4000-8000-${randomBytes(6).toString('hex')}`
  const seat = {
    id: waiting.seat,
    bookingId: waiting.seat,
    attendeeId: 10 * waiting.seat,
    referenceUid,
    data: { responses: {} },
  }
  return {
    ...content,
    Booking: [...Booking, booking(waiting.coming, 7, 7), booking(waiting.past, 7, -3), booking(waiting.seat, 5, 8)],
    Attendee: [...Attendee, ...Object.values(waiting).map(attendee)],
    BookingSeat: [...BookingSeat, seat],
  }
}
