/** How much each part does: the whole bench within ten minutes on two cores, and a quick look within one. */
export const efforts = {
  whole: {
    // Many short rounds: what the machine does beside them then hits all that is compared, and not one of them.
    rounds: 5,
    seconds: 0.5,
    warm: { requests: 4_000, seconds: 2 },
    fill: { meetings: 100_000, meetingsElsewhere: 1_000 },
    speed: { worstRequests: 20, verifications: 10_000 },
    starts: { times: 3, idleSeconds: 6 },
    bookings: { events: 30_000, deepPage: 1_000, warmSeconds: 8, rounds: 5, seconds: 2 },
    pending: { messages: 10_000, bookings: 110, warmRounds: 3, rounds: 3, layouts: [['start'], ['serve', 'work']] },
    activity: { entries: 200_000 },
    wholeCost: { events: 1_000, warmSeconds: 12, costSeconds: 8, profileSeconds: 6, rates: [150, 200, 250, 300, 400], rateSeconds: 4, answerRounds: 5 },
    // The embedded database is compiled while it works: it takes longer until it is as fast as it gets.
    embedded: { meetings: 1_000, warm: { requests: 10_000, seconds: 6 }, bookingSeconds: 2, besideSeconds: 5 },
    growth: { organizations: 10_000 },
    slots: { calls: 1_000 },
  },
  quick: {
    rounds: 1,
    seconds: 0.2,
    warm: { requests: 500, seconds: 0.2 },
    fill: { meetings: 2_000, meetingsElsewhere: 100 },
    speed: { worstRequests: 3, verifications: 1_000 },
    starts: { times: 1, idleSeconds: 0.5 },
    bookings: { events: 10_000, deepPage: 100, warmSeconds: 1, rounds: 1, seconds: 1 },
    pending: { messages: 500, bookings: 40, warmRounds: 1, rounds: 1, layouts: [['start']] },
    activity: { entries: 10_000 },
    wholeCost: { events: 200, warmSeconds: 1, costSeconds: 1, profileSeconds: 1, rates: [100], rateSeconds: 1, answerRounds: 1 },
    embedded: { meetings: 100, warm: { requests: 500, seconds: 0.2 }, bookingSeconds: 0.5, besideSeconds: 1 },
    growth: { organizations: 100 },
    slots: { calls: 20 },
  },
}
