const whole = (number) => Math.round(number).toLocaleString('en')

const mark = (isMet) => (isMet ? '✔' : '✖')

/** Columns as wide as their widest cell: the first to the left, the others to the right. */
const table = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  return rows
    .map((row) => row.map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column]))).join('   '))
    .join('\n')
}

export const reportOf = ({ speed, slots, starts, packages, conditions }) => {
  const { pairs, verification, openTimes, worstTimes } = speed
  const perRequest = 1e6 / pairs[0].ours.perCpuSecond
  return [
    `Requests per second of CPU time of the server process: ${conditions.connections} connections, medians of ${conditions.rounds} rounds of ${conditions.seconds} s in turn, Node ${conditions.node}, PostgreSQL ${conditions.postgres}`,
    table([
      ['', 'bare', '', 'Openslot', '', 'ratio', 'goal', ''],
      ...pairs.map(({ name, bare, ours, ratio, goal }) => [
        name,
        whole(bare.perCpuSecond),
        `± ${whole(bare.spread * 100)} %`,
        whole(ours.perCpuSecond),
        `± ${whole(ours.spread * 100)} %`,
        ratio.toFixed(2),
        `≥ ${goal.toFixed(2)}`,
        mark(ratio >= goal),
      ]),
    ]),
    `Of the ${whole(perRequest)} µs of GET /users/me, ${whole(verification.cpuMicroseconds)} µs (${whole((100 * verification.cpuMicroseconds) / perRequest)} %) verify the token.`,
    `A month of open times: ${whole(openTimes.few)} requests per second of CPU time, ${openTimes.ratio.toFixed(2)} of a GET of one event type (≥ ${openTimes.goal} ${mark(openTimes.ratio >= openTimes.goal)}); after 100,000 meetings ${whole(openTimes.many)}, ${whole(openTimes.spreadByMeetings * 100)} % apart (≤ ${openTimes.spreadGoal * 100} % ${mark(openTimes.spreadByMeetings <= openTimes.spreadGoal)})`,
    `The most work a month can be (10 hosts, 1,000 rules, 5,000 meetings in range, ${whole(worstTimes.times)} times found): ${whole(worstTimes.median)} ms, the first ${whole(worstTimes.first)} ms, the slowest ${whole(worstTimes.slowest)} ms (≤ ${worstTimes.goal} ms ${mark(worstTimes.slowest <= worstTimes.goal)})`,
    'The slot engine, milliseconds of CPU time a call',
    table([
      ['case', 'slots', 'digest', 'ms', 'goal', ''],
      ...slots.cases.map(({ name, count, digest, milliseconds, goal }) => [
        name,
        count,
        digest,
        milliseconds.toFixed(3),
        `≤ ${goal}`,
        mark(milliseconds <= goal),
      ]),
    ]),
    `Case A with luxon: ${slots.luxon.milliseconds.toFixed(1)} ms, ${whole(slots.ratio)} times as much (≥ ${slots.goal} ${mark(slots.ratio >= slots.goal)}).`,
    'A start that finds its data, and the memory of the process when it has been idle for ten seconds (medians of three)',
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
    `Packages in production: ${packages.direct} of our own choice (≤ ${packages.goals.direct} ${mark(packages.direct <= packages.goals.direct)}), ${packages.total} in all (≤ ${packages.goals.total} ${mark(packages.total <= packages.goals.total)})`,
  ].join('\n\n')
}

/** Whether every figure is where it should be. */
export const isGood = ({ speed, slots, starts, packages }) =>
  speed.openTimes.ratio >= speed.openTimes.goal &&
  speed.openTimes.spreadByMeetings <= speed.openTimes.spreadGoal &&
  speed.worstTimes.slowest <= speed.worstTimes.goal &&
  slots.ratio >= slots.goal &&
  slots.cases.every(({ milliseconds, goal }) => milliseconds <= goal) &&
  speed.pairs.every(({ ratio, goal }) => ratio >= goal) &&
  starts.every(({ readySeconds, idleMegabytes, goals }) => readySeconds <= goals.readySeconds && idleMegabytes <= goals.idleMegabytes) &&
  packages.direct <= packages.goals.direct &&
  packages.total <= packages.goals.total
