const whole = (number) => Math.round(number).toLocaleString('en')

const mark = (isMet) => (isMet ? '✔' : '✖')

/** Columns as wide as their widest cell: the first to the left, the others to the right. */
const table = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column])))
        .join('   '),
    )
    .join('\n')
}

export const conditionsReport = ({ connections, rounds, seconds, node, postgres }) =>
  `${connections} connections, medians of ${rounds} rounds of ${seconds} s in turn, Node ${node}, PostgreSQL ${postgres}`

/** Figures in milliseconds can be no steadier than the machine. */
export const steadinessReport = ({ least, most, stolen }) =>
  `Between the parts the same small computation took ${Math.round(least)} to ${Math.round(most)} ms, and other guests of the machine had ${Math.round(stolen * 100)} % of its processors.`

/** What there is to say of one part. */
export const paragraphsOf = (part, figures) => reports[part](figures)

const pairsTable = (pairs) => {
  const rows = pairs.map(({ name, bare, ours, ratio, goal }) => [
    name,
    whole(bare),
    whole(ours),
    ratio.toFixed(2),
    `≥ ${goal.toFixed(2)}`,
    mark(ratio >= goal),
  ])
  return table([['', 'bare', 'Openslot', 'ratio', 'goal', ''], ...rows])
}

const speedReport = ({ pairs, verification, openTimes, worstTimes }) => {
  const perRequest = 1e6 / pairs[0].ours.perCpuSecond
  return [
    'Requests per second of CPU time of the server process',
    pairsTable(pairs.map((pair) => ({ ...pair, bare: pair.bare.perCpuSecond, ours: pair.ours.perCpuSecond }))),
    `Of the ${whole(perRequest)} µs of GET /users/me, ${whole(verification.cpuMicroseconds)} µs (${whole((100 * verification.cpuMicroseconds) / perRequest)} %) verify the token.`,
    `A month of open times: ${whole(openTimes.few)} requests per second of CPU time, ${openTimes.ratio.toFixed(2)} of a GET of one event type (≥ ${openTimes.goal} ${mark(openTimes.ratio >= openTimes.goal)}); after ${whole(openTimes.meetings)} meetings ${whole(openTimes.many)}, ${whole(openTimes.spreadByMeetings * 100)} % apart (≤ ${openTimes.spreadGoal * 100} % ${mark(openTimes.spreadByMeetings <= openTimes.spreadGoal)})`,
    `The most work a month can be (10 hosts, 1,000 rules, 5,000 meetings in range, ${whole(worstTimes.times)} times found): ${whole(worstTimes.median)} ms, the first ${whole(worstTimes.first)} ms, the slowest ${whole(worstTimes.slowest)} ms (≤ ${worstTimes.goal} ms ${mark(worstTimes.slowest <= worstTimes.goal)})`,
  ]
}

const slotsReport = ({ cases, luxon, ratio, goal }) => [
  'The slot engine, milliseconds of CPU time a call',
  table([
    ['case', 'slots', 'digest', 'ms', 'goal', ''],
    ...cases.map((one) => [
      one.name,
      one.count,
      one.digest,
      one.milliseconds.toFixed(3),
      `≤ ${one.goal}`,
      mark(one.milliseconds <= one.goal),
    ]),
  ]),
  `Case A with luxon: ${luxon.milliseconds.toFixed(1)} ms, ${whole(ratio)} times as much (≥ ${goal} ${mark(ratio >= goal)}).`,
]

const startsReport = (starts) => [
  `A start that finds its data (median of ${starts[0].times}), and the memory of the process when it has been idle for ${starts[0].idleSeconds} seconds`,
  table([
    ['', 'ready', 'goal', '', 'memory', 'goal', ''],
    ...starts.map(({ name, readySeconds, idleMegabytes, goals }) => [
      name,
      `${readySeconds.toFixed(1)} s`,
      `≤ ${goals.readySeconds} s`,
      mark(readySeconds <= goals.readySeconds),
      `${whole(idleMegabytes)} MB`,
      `≤ ${goals.idleMegabytes} MB`,
      mark(idleMegabytes <= goals.idleMegabytes),
    ]),
  ]),
]

const bookingsReport = ({ bookings, events, reads: { pairs, deepPage, manyEvents } }) => [
  `Bookings per second over ${bookings.connections} connections: ${whole(bookings.ours)}; pgbench with the same rows ${whole(bookings.pgbench)}, ratio ${bookings.ratio.toFixed(2)} (≥ ${bookings.goal} ${mark(bookings.ratio >= bookings.goal)}). Of CPU time of the server process: ${whole(bookings.perCpuSecond)}`,
  `Scheduled events, out of ${whole(events)}: requests per second of CPU time of the server process`,
  pairsTable(pairs),
  `Page ${whole(deepPage.page)} costs ${deepPage.cost.toFixed(2)} of the first (≤ ${deepPage.goal} ${mark(deepPage.cost <= deepPage.goal)}); a page out of all ${manyEvents.cost.toFixed(2)} of one in an organization with few (≤ ${manyEvents.goal} ${mark(manyEvents.cost <= manyEvents.goal)})`,
]

const replicaReport = ({ routes, goal }) => [
  'Microseconds of CPU time of the database servers for a request: the primary alone; and with a replica, each of the two',
  table([
    ['', 'alone', 'primary', 'replica', 'ratio', 'goal', ''],
    ...routes.map(({ name, alone, primary, replica, ratio }) => [
      name,
      whole(alone),
      whole(primary),
      whole(replica),
      ratio.toFixed(2),
      `≥ ${goal}`,
      mark(ratio >= goal),
    ]),
  ]),
]

const pendingReport = ({ pending, figures, goal }) => [
  `How long a booking takes while ${whole(pending)} messages wait, ms, half of them and 95 of 100`,
  table([
    ['', 'receiver', 'tried', 'without', '', 'beside', '', 'rise', 'goal', ''],
    ...figures.map(({ layout, receiver, tried, without, beside, rise }) => [
      layout,
      receiver,
      whole(tried),
      ...[without.half, without.most, beside.half, beside.most].map((figure) => figure.toFixed(1)),
      rise.toFixed(2),
      `≤ ${goal}`,
      mark(rise <= goal),
    ]),
  ]),
]

const mcpReport = (pairs) => [
  'A tool call beside the same request to the API, µs of CPU time of the server process',
  table([
    ['', 'API', '2026-07-28', '2025-11-25', 'cost', 'goal', ''],
    ...pairs.map(({ name, api, modern, legacy, cost, goal }) => [
      name,
      whole(api),
      whole(modern),
      whole(legacy),
      cost.toFixed(2),
      `≤ ${goal}`,
      mark(cost <= goal),
    ]),
  ]),
]

const activityReport = ({ entries, pages, indexMegabytes, goals }) => [
  `Pages of an activity log with ${whole(entries)} entries: milliseconds until the answer is there. The index of words has ${whole(indexMegabytes)} MB (≤ ${goals.indexMegabytes} ${mark(indexMegabytes <= goals.indexMegabytes)})`,
  table([
    ['', 'found', 'median', 'p95', 'goal', ''],
    ...pages.map(({ name, found, median, p95 }) => [
      name,
      found,
      median.toFixed(1),
      p95.toFixed(1),
      `≤ ${goals.p95}`,
      mark(p95 <= goals.p95),
    ]),
  ]),
]

const firstPaintReport = ({ bytes, pairs, file, page, ratio, goal }) => [
  `First paint of the page of an event type: ${whole(page)} ms; of a file of the same ${whole(bytes)} bytes from the same process ${whole(file)} ms; medians of ${pairs} pairs in turn: ${ratio.toFixed(2)} times the file (≤ ${goal} ${mark(ratio <= goal)})`,
]

const wholeCostReport = ({ cost, functions, sustained, answers, goals }) => [
  `A booking with its mails, webhook, log entry and reminders: ${(cost.node + cost.postgres).toFixed(1)} ms of CPU time (≤ ${goals.milliseconds} ${mark(cost.node + cost.postgres <= goals.milliseconds)}): the service ${cost.node.toFixed(1)}, of that ${cost.nodeDuringLoad.toFixed(1)} while bookings came; PostgreSQL ${cost.postgres.toFixed(1)}. The answer took ${cost.p50.toFixed(1)} ms, 99 of 100 at most ${cost.p99.toFixed(1)}; all was done ${cost.drainSeconds.toFixed(1)} s after the last`,
  `Sequential scans: ${Object.entries(cost.scans)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}`,
  ...(cost.statements
    ? [
        table([
          ['statement', 'calls a booking', 'µs a booking'],
          ...cost.statements.map(({ text, calls, microseconds }) => [text, calls.toFixed(2), whole(microseconds)]),
        ]),
      ]
    : []),
  ...(functions
    ? [
        table([
          ['function', 'µs a booking'],
          ...functions.top.map(({ name, microseconds }) => [name, whole(microseconds)]),
        ]),
        `The whole profile: ${functions.file}`,
      ]
    : []),
  ...['many', 'one'].map((hosts) => sustainedReport(hosts, sustained[hosts], goals[hosts])),
  'An answer alone, milliseconds of CPU time',
  table([
    ['', 'service', 'goal', '', 'PostgreSQL', 'goal', ''],
    ...answers.map(({ name, service, postgres, goal }) => [
      name,
      service.toFixed(2),
      `≤ ${goal.service}`,
      mark(service <= goal.service),
      postgres.toFixed(2),
      `≤ ${goal.postgres}`,
      mark(postgres <= goal.postgres),
    ]),
  ]),
]

const sustainedReport = (hosts, { rate, milliseconds, refused }, goal) =>
  `Bookings a second with ${hosts === 'one' ? 'one host' : 'many hosts'} of which nothing is left a second later: ${rate} (≥ ${goal} ${mark(rate >= goal)})${milliseconds ? `, each ${milliseconds.toFixed(1)} ms of CPU time with all that follows` : ''}${refused ? `; at ${refused.rate}, ${refused.left > 0 ? `${whole(refused.left)} jobs were left` : `those of ${refused.seconds} seconds took ${refused.took.toFixed(1)}`}` : ''}`

const embeddedReport = ({ connections, rows, beside }) => [
  `The embedded default, over ${connections} connections: requests a second`,
  table([
    ['', 'a second', 'goal', ''],
    ...rows.map(({ name, perSecond, goal }) => [name, whole(perSecond), `≥ ${whole(goal)}`, mark(perSecond >= goal)]),
  ]),
  `Reads while one month of ten hosts after the other is computed (${beside.month.toFixed(0)} ms each): half of them within ${beside.p50.toFixed(0)} ms, 99 of 100 within ${beside.p99.toFixed(0)} ms (≤ ${beside.goal} ${mark(beside.p99 <= beside.goal)}), the slowest ${beside.slowest.toFixed(0)} ms`,
]

const pagesReport = ({ times, rows }) =>
  [...new Set(rows.map(({ kind }) => kind))].flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    return [
      `Pages of the console and lists of the API on a database that was never analyzed, ${kind}: milliseconds of the first request, and the median of the next ${times}, by the number of meetings`,
      table([
        ['', ...own.map(({ meetings }) => whole(meetings))],
        ...own[0].figures.map(({ name }, index) => [
          name,
          ...own.map(({ figures }) => `${figures[index].first.toFixed(0)}, ${figures[index].median.toFixed(0)}`),
        ]),
      ]),
    ]
  })

const growthReport = ({ few, many, facts, members, fillSeconds, rows, goal }) => [
  `${whole(many)} organizations of ${members} members${facts > 0 ? ` with ${whole(facts)} facts` : ''} beside ${few} (filled in ${whole(fillSeconds)} s): microseconds of CPU time of the service and PostgreSQL for a request`,
  table([
    ['', `in ${whole(few)}`, `in ${whole(many)}`, 'ratio', 'goal', ''],
    ...rows.map((row) => [
      row.name,
      whole(row.few),
      whole(row.many),
      row.ratio.toFixed(2),
      `≤ ${goal}`,
      mark(row.ratio <= goal),
    ]),
  ]),
]

const packagesReport = ({ direct, total, goals }) => [
  `Packages in production: ${direct} of our own choice (≤ ${goals.direct} ${mark(direct <= goals.direct)}), ${total} in all (≤ ${goals.total} ${mark(total <= goals.total)})`,
]

const reports = {
  speed: speedReport,
  slots: slotsReport,
  starts: startsReport,
  bookings: bookingsReport,
  pending: pendingReport,
  replica: replicaReport,
  mcp: mcpReport,
  activity: activityReport,
  'first-paint': firstPaintReport,
  'whole-cost': wholeCostReport,
  embedded: embeddedReport,
  pages: pagesReport,
  growth: growthReport,
  packages: packagesReport,
}

/** Whether every figure that was measured is where it should be. */
export const isGood = ({
  speed,
  slots,
  starts,
  bookings,
  pending,
  mcp,
  activity,
  'first-paint': firstPaint,
  embedded,
  growth,
  packages,
}) =>
  [
    speed && isFast(speed),
    slots && slots.ratio >= slots.goal && slots.cases.every(({ milliseconds, goal }) => milliseconds <= goal),
    starts?.every(
      ({ readySeconds, idleMegabytes, goals }) =>
        readySeconds <= goals.readySeconds && idleMegabytes <= goals.idleMegabytes,
    ),
    bookings && areFast(bookings),
    pending?.figures.every(({ rise }) => rise <= pending.goal),
    mcp?.every(({ cost, goal }) => cost <= goal),
    activity &&
      activity.indexMegabytes <= activity.goals.indexMegabytes &&
      activity.pages.every(({ p95 }) => p95 <= activity.goals.p95),
    firstPaint && firstPaint.ratio <= firstPaint.goal,
    embedded &&
      embedded.beside.p99 <= embedded.beside.goal &&
      embedded.rows.every(({ perSecond, goal }) => perSecond >= goal),
    growth?.rows.every(({ ratio }) => ratio <= growth.goal),
    packages && packages.direct <= packages.goals.direct && packages.total <= packages.goals.total,
  ].every((part) => part !== false)

const isFast = ({ pairs, openTimes, worstTimes }) =>
  pairs.every(({ ratio, goal }) => ratio >= goal) &&
  openTimes.ratio >= openTimes.goal &&
  openTimes.spreadByMeetings <= openTimes.spreadGoal &&
  worstTimes.slowest <= worstTimes.goal

const areFast = ({ bookings, reads: { pairs, deepPage, manyEvents } }) =>
  bookings.ratio >= bookings.goal &&
  pairs.every(({ ratio, goal }) => ratio >= goal) &&
  deepPage.cost <= deepPage.goal &&
  manyEvents.cost <= manyEvents.goal
