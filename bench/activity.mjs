import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startService } from './processes.mjs'
import { median } from './rounds.mjs'

const minuteAt = (minute) => new Date(Date.UTC(2020, 0, 1) + minute * 60_000).toISOString()

/** What is looked for, and how many entries have it: of a million, from one to all of them. */
const searches = [
  ['one entry', 'needle'],
  ['1 in 10,000', 'seldom'],
  ['1 in 1,000', 'rarely'],
  ['1 in 100', 'now'],
  ['1 in 30', 'again'],
  ['1 in 10', 'sometimes'],
  ['1 in 2', 'often'],
  ['every entry', 'system'],
  ['the oldest 5 in 100', 'anciently'],
  ['the newest 5 in 100', 'lately'],
  ['two words', 'sometimes + now'],
  ['either of two', 'seldom | now'],
  ['one, but not the other', 'sometimes -now'],
  ['all but a few', '-seldom'],
  ['a beginning', 'seld*'],
  ['a beginning of many', 'w12*'],
  ['one behind the other', '"team of seldom"'],
  ['the same, 1 in 100', '"of now"'],
  ['parentheses', '(seldom | now) + system -nothing'],
  ['nothing', 'nothing'],
]

/** What is asked beside a word, or alone. */
const filters = [
  ['a namespace, 1 in 20', 'namespace=Groups'],
  ['an action, 1 in 200', 'action=Modified'],
  ['a namespace, and 1 in 10', 'namespace=Groups&search_term=sometimes'],
  ['a month', `min_occurred_at=${minuteAt(300_000)}&max_occurred_at=${minuteAt(343_200)}`],
  ['a month, and 1 in 100', `min_occurred_at=${minuteAt(300_000)}&max_occurred_at=${minuteAt(343_200)}&search_term=now`],
  ['before a day, and 1 in 10', `max_occurred_at=${minuteAt(500_000)}&search_term=sometimes`],
]

/** What it costs to search the log of an organization with a million entries, beside its first page: one request after the other. */
export const measureActivity = async ({ databaseUrl, filled: { settings, organization, token }, rounds, atEnd, entries = 1_000_000 }) => {
  await fill(databaseUrl, organization, entries)
  const service = await startService(settings, atEnd)
  const base = `http://127.0.0.1:${service.port}`
  await service.untilReady(`${base}/health/ready`)
  await untilShelved(databaseUrl, organization)
  const ask = async (query) => {
    const began = performance.now()
    const answer = await fetch(`${base}/activity_log_entries?organization=${organization}${query}`, { headers: { authorization: `Bearer ${token}` } })
    const body = await answer.json()
    if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${JSON.stringify(body)}`)
    return { milliseconds: performance.now() - began, total: body.total_count, more: body.exceeds_max_total_count }
  }
  const subjects = [
    ['the first page', ''],
    ...searches.map(([name, term]) => [name, `&search_term=${encodeURIComponent(term)}`]),
    ...filters.map(([name, query]) => [name, `&${query}`]),
  ].map(([name, query]) => ({ name, query, times: [] }))
  for (let round = -3; round < rounds; round += 1) {
    for (const subject of subjects) {
      const { milliseconds, total, more } = await ask(subject.query)
      if (round >= 0) subject.times.push(milliseconds)
      subject.found = more ? `> ${total}` : String(total)
    }
  }
  await service.stop()
  const [first, ...searched] = subjects.map(({ name, times, found }) => ({ name, found, milliseconds: median(times) }))
  return { entries, first, searches: searched.map((one) => ({ ...one, cost: one.milliseconds / first.milliseconds })), goal: 3 }
}

/** As in a service that was there when it happened: the background work has come after. */
const untilShelved = async (databaseUrl, organization) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let waited = 0; ; waited += 1) {
      const { rows } = await client.query('select position - shelved as left from activity_chains where organization_id = $1', [organization])
      if (Number(rows[0]?.left ?? 0) < 5_000) break
      if (waited === 600) throw new Error('The log was not put on shelves.')
      await pause(1000)
    }
    await client.query('vacuum analyze activity_log, activity_shelves, activity_shelf_words, facts')
  } finally {
    await client.end()
  }
}

const rowsAtOnce = 5_000

const fill = async (databaseUrl, organization, entries) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let from = 0; from < entries; from += rowsAtOnce) {
      const rows = Array.from({ length: Math.min(rowsAtOnce, entries - from) }, (_, place) => rowOf(organization, from + place, entries))
      const column = (name) => rows.map((row) => row[name])
      await client.query(
        `with told as (
          insert into facts (id, organization_id, name, actor_type, subject, occurred_at, announce_at, logged)
          select id, $1, name, 'system', subject::jsonb, at, null, true
          from unnest($2::uuid[], $3::text[], $4::timestamptz[], $8::text[]) as row (id, subject, at, name)
        )
        insert into activity_log (organization_id, position, fact_id, occurred_at, namespace, action, actor_type, actor_name, salt, subject_digest, hash, words)
        select $1, position, id, at, namespace, action, 'system', 'Openslot System', $5, $5, $5, words::tsvector
        from unnest($2::uuid[], $4::timestamptz[], $6::bigint[], $7::text[], $9::text[], $10::text[]) as row (id, at, position, words, namespace, action)`,
        [
          organization,
          column('id'),
          column('subject'),
          column('at'),
          randomBytes(32),
          column('position'),
          column('words'),
          column('fact'),
          column('namespace'),
          column('action'),
        ],
      )
    }
    await client.query(
      `insert into activity_chains (organization_id, position, hash) values ($1, $2, $3)
      on conflict (organization_id) do update set position = activity_chains.position + $2`,
      [organization, entries, randomBytes(32)],
    )
    await client.query('vacuum analyze activity_log, activity_shelves, activity_shelf_words, facts')
  } finally {
    await client.end()
  }
}

/** Nineteen of twenty are teams; of the others one of ten is renamed. */
const kindOf = (place) => {
  if (place % 20 !== 5) return { fact: 'team.created', namespace: 'Teams', action: 'Created' }
  return place % 200 === 5
    ? { fact: 'group.renamed', namespace: 'Groups', action: 'Modified' }
    : { fact: 'group.created', namespace: 'Groups', action: 'Created' }
}

const rowOf = (organization, place, entries) => {
  const id = randomUUID()
  const kind = kindOf(place * 7)
  const frequencies = [
    ['needle', place === Math.floor(entries / 2)],
    ['seldom', place % 10_000 === 17],
    ['now', place % 100 === 45],
    ['rarely', place % 1_000 === 118],
    ['again', place % 30 === 7],
    ['sometimes', place % 10 === 5],
    ['often', place % 2 === 1],
    ['anciently', place < entries / 20],
    ['lately', place >= (entries / 20) * 19],
  ]
  const name = ['team', 'of', ...frequencies.filter(([, has]) => has).map(([word]) => word), `w${(place * 7919) % 5000}`]
  const words = [kind.namespace.toLowerCase(), null, kind.action.toLowerCase(), null, 'openslot', 'system', null, id, null, ...name]
  const beginning = `${Buffer.from(organization.replaceAll('-', ''), 'hex').subarray(0, 9).toString('base64url')} `
  const placed = words.flatMap((word, at) => (word === null ? [] : [`'${beginning}${word}':${at + 1}`]))
  return {
    id,
    ...kind,
    position: 1_000_000 + place,
    at: minuteAt(place),
    subject: JSON.stringify({ uri: `https://api.example.test/teams/${id}`, name: name.join(' ') }),
    words: [...placed, ...[`=n ${kind.namespace}`, `=a ${kind.action}`].map((tag) => `'${beginning}${tag}'`)].join(' '),
  }
}
