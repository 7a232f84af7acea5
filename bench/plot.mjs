// A picture of the results, written as SVG: panels of horizontal bars, each with its figure and its goal beside it, and
// the goal as a line across.

const width = 900
const margin = 24
const labelWidth = 250
const barsFrom = margin + labelWidth
const figuresWidth = 170
const barsWidth = width - barsFrom - margin - figuresWidth
const rowHeight = 26
const colours = {
  text: '#1c2733',
  quiet: '#5b6875',
  first: '#0b6bcb',
  second: '#e08a00',
  goal: '#b3261e',
  rule: '#d9dee4',
}

const escaped = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const words = (x, y, text, { size = 14, fill = colours.text, anchor = 'start', weight = 400 } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" font-weight="${weight}">${escaped(text)}</text>`

const shown = (value) => (value >= 50 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2))

/** Each row: `parts` are drawn one behind the other; `goal` is a line across the bar. */
const drawPanel = ({ title, hint, unit, legend, rows }, top) => {
  const totals = rows.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))
  const most = Math.max(...totals, ...rows.map(({ goal = 0 }) => goal))
  const scale = (value) => (value / most) * barsWidth
  const lines = [
    words(margin, top + 18, title, { size: 17, weight: 600 }),
    words(margin, top + 38, hint, { size: 13, fill: colours.quiet }),
  ]
  const keys = [
    ...(legend ?? []).map((text, index) => [text, index === 0 ? colours.first : colours.second]),
    ...(rows.some(({ goal }) => goal) ? [['goal', colours.goal]] : []),
  ]
  let right = width - margin
  for (const [text, colour] of keys.toReversed()) {
    lines.push(words(right, top + 18, text, { size: 13, fill: colours.quiet, anchor: 'end' }))
    right -= text.length * 7 + 8
    lines.push(
      `<rect x="${right - 12}" y="${top + 8}" width="12" height="${text === 'goal' ? 3 : 12}" fill="${colour}"/>`,
    )
    right -= 28
  }
  for (const [index, { name, parts, goal, colour }] of rows.entries()) {
    const y = top + 52 + index * rowHeight
    lines.push(words(barsFrom - 12, y + 15, name, { anchor: 'end' }))
    let x = barsFrom
    for (const [place, part] of parts.entries()) {
      lines.push(
        `<rect x="${x}" y="${y + 2}" width="${Math.max(1, scale(part)).toFixed(1)}" height="${rowHeight - 8}" fill="${colour ?? (place === 0 ? colours.first : colours.second)}"/>`,
      )
      x += scale(part)
    }
    if (goal)
      lines.push(
        `<rect x="${(barsFrom + scale(goal) - 1).toFixed(1)}" y="${y - 1}" width="3" height="${rowHeight - 2}" fill="${colours.goal}"/>`,
      )
    lines.push(words(width - margin - 84, y + 15, `${shown(totals[index])}${unit}`, { weight: 600, anchor: 'end' }))
    if (goal)
      lines.push(
        words(width - margin, y + 15, `goal ${goal.toLocaleString('en')}`, {
          size: 13,
          fill: colours.quiet,
          anchor: 'end',
        }),
      )
  }
  const height = 52 + rows.length * rowHeight + 14
  return { height, text: lines.join('\n') }
}

/** What can be drawn of the parts that were measured. */
const panelsOf = ({ speed, bookings, embedded, growth, 'whole-cost': cost }) => {
  const panels = []
  const pairs = [
    ...(speed?.pairs ?? []).map(({ name, bare, ours }) => ({ name, bare: bare.perCpuSecond, ours: ours.perCpuSecond })),
    ...(bookings?.reads.pairs ?? []).map(({ name, bare, ours }) => ({
      name: name === 'event' ? 'GET one scheduled event' : '20 scheduled events',
      bare,
      ours,
    })),
  ]
  if (pairs.length > 0)
    panels.push({
      title: 'Reads beside a bare server',
      hint: 'Requests per second of CPU time of the server process. The bare server checks nothing. More is better.',
      unit: '',
      legend: ['Openslot', 'bare server'],
      rows: pairs.flatMap(({ name, bare, ours }) => [
        { name, parts: [ours] },
        { name: '', parts: [bare], colour: colours.second },
      ]),
    })
  if (cost)
    panels.push(
      {
        title: 'What a request costs',
        hint: 'Milliseconds of CPU time; the first with two mails, a webhook, the log and reminders. Less is better.',
        unit: ' ms',
        legend: ['service', 'PostgreSQL'],
        rows: [
          {
            name: 'a booking and all that follows',
            parts: [cost.cost.node, cost.cost.postgres],
            goal: cost.goals.milliseconds,
          },
          ...cost.answers.map(({ name, service, postgres, goal }) => ({
            name: name === 'a booking' ? 'a booking, the answer alone' : name,
            parts: [service, postgres],
            goal: goal.service + goal.postgres,
          })),
        ],
      },
      {
        title: 'Bookings that can be sustained',
        hint: 'Bookings a second of which nothing is left to do a second after the last. More is better.',
        unit: ' / s',
        rows: [
          { name: 'over many hosts', parts: [cost.sustained.many.rate], goal: cost.goals.many },
          { name: 'one host that everybody wants', parts: [cost.sustained.one.rate], goal: cost.goals.one },
        ],
      },
    )
  if (embedded)
    panels.push({
      title: 'The embedded default, as npm start gives it',
      hint: `Requests a second over ${embedded.connections} connections, everything in one process. More is better.`,
      unit: ' / s',
      rows: embedded.rows.map(({ name, perSecond, goal }) => ({ name, parts: [perSecond], goal })),
    })
  if (growth)
    panels.push({
      title: `${growth.many.toLocaleString('en')} organizations beside ${growth.few}`,
      hint: `CPU time of the service and PostgreSQL for a request, as a multiple of the time with ${growth.few}. 1 is best.`,
      unit: '×',
      rows: growth.rows.map(({ name, ratio }) => ({ name, parts: [ratio], goal: growth.goal })),
    })
  return panels
}

export const plotOf = ({ figures, machine }) => {
  let top = 66
  const drawn = panelsOf(figures).map((panel) => {
    const { height, text } = drawPanel(panel, top)
    const rule = `<rect x="${margin}" y="${top - 12}" width="${width - 2 * margin}" height="1" fill="${colours.rule}"/>`
    top += height + 14
    return `${rule}\n${text}`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" font-family="system-ui, sans-serif" role="img" aria-label="The last results of the bench">`,
    `<rect width="${width}" height="${top}" fill="#ffffff"/>`,
    words(margin, 32, 'Openslot: the last results of the bench', { size: 20, weight: 600 }),
    words(margin, 48, machine, { size: 12, fill: colours.quiet }),
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}
