import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { startService } from './processes.mjs'
import { median, quantile } from './rounds.mjs'

const minuteAt = (minute) => new Date(Date.UTC(2020, 0, 1) + minute * 60_000).toISOString()

/** What is searched for, and how many of the entries match: from one to all of them. */
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

/** Filters, alone and beside a word. */
const filters = [
  ['a namespace, 1 in 20', 'namespace=Groups'],
  ['an action, 1 in 200', 'action=Modified'],
  ['a namespace, and 1 in 10', 'namespace=Groups&search_term=sometimes'],
  ['a month', `min_occurred_at=${minuteAt(300_000)}&max_occurred_at=${minuteAt(343_200)}`],
  [
    'a month, and 1 in 100',
    `min_occurred_at=${minuteAt(300_000)}&max_occurred_at=${minuteAt(343_200)}&search_term=now`,
  ],
  ['before a day, and 1 in 10', `max_occurred_at=${minuteAt(500_000)}&search_term=sometimes`],
]

/** How long a page of a long log takes, and a search of each kind: one request after the other. */
export const measureActivity = async ({
  databaseUrl,
  filled: { settings, organization, token },
  effort: { entries },
  rounds,
  atEnd,
}) => {
  await fill(databaseUrl, organization, entries)
  const service = await startService(settings, atEnd)
  const base = `http://127.0.0.1:${service.port}`
  await service.untilReady(`${base}/health/ready`)
  const ask = async (query) => {
    const began = performance.now()
    const answer = await fetch(`${base}/activity_log_entries?organization=${organization}${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
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
  return {
    entries,
    pages: subjects.map(({ name, times, found }) => ({
      name,
      found,
      median: median(times),
      p95: quantile(times, 0.95),
    })),
    indexMegabytes: await indexMegabytes(databaseUrl),
    goals: { p95: 100, indexMegabytes: (150 * entries) / 1e6 },
  }
}

const wordIndex = 'activity_log_by_word'

const indexMegabytes = (databaseUrl) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select pg_relation_size($1::regclass) / 1e6 as megabytes', [wordIndex])
    return Number(rows[0].megabytes)
  })

const withClient = async (databaseUrl, work) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const rowsAtOnce = 5_000

const fill = (databaseUrl, organization, entries) =>
  withClient(databaseUrl, async (client) => {
    // An index is built at once in a tenth of the time that it takes to keep it while the rows come.
    const { rows: definitions } = await client.query('select pg_get_indexdef($1::regclass) as text', [wordIndex])
    await client.query(`drop index ${wordIndex}`)
    for (let from = 0; from < entries; from += rowsAtOnce) {
      const rows = Array.from({ length: Math.min(rowsAtOnce, entries - from) }, (_, index) =>
        rowOf(organization, from + index, entries),
      )
      await insertRows(client, organization, rows)
    }
    await client.query(
      `insert into activity_chains (organization_id, position, hash) values ($1, $2, $3)
      on conflict (organization_id) do update set position = activity_chains.position + $2`,
      [organization, entries, randomBytes(32)],
    )
    await client.query(definitions[0].text)
    await client.query('vacuum analyze activity_log, facts')
  })

const insertRows = (client, organization, rows) => {
  const column = (name) => rows.map((row) => row[name])
  return client.query(
    `with recorded as (
      insert into facts (id, organization_id, name, actor_type, subject, occurred_at, announce_at, log_at)
      select id, $1, name, 'system', subject::jsonb, at, null, null
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

/** Nineteen of twenty are teams; of the others one of ten is renamed. */
const kindOf = (index) => {
  if (index % 20 !== 5) return { fact: 'team.created', namespace: 'Teams', action: 'Created' }
  return index % 200 === 5
    ? { fact: 'group.renamed', namespace: 'Groups', action: 'Modified' }
    : { fact: 'group.created', namespace: 'Groups', action: 'Created' }
}

const rowOf = (organization, index, entries) => {
  const id = randomUUID()
  const kind = kindOf(index * 7)
  const frequencies = [
    ['needle', index === Math.floor(entries / 2)],
    ['seldom', index % 10_000 === 17],
    ['now', index % 100 === 45],
    ['rarely', index % 1_000 === 118],
    ['again', index % 30 === 7],
    ['sometimes', index % 10 === 5],
    ['often', index % 2 === 1],
    ['anciently', index < entries / 20],
    ['lately', index >= (entries / 20) * 19],
  ]
  const name = [
    'team',
    'of',
    ...frequencies.filter(([, has]) => has).map(([word]) => word),
    `w${(index * 7919) % 5000}`,
  ]
  const words = [
    kind.namespace.toLowerCase(),
    null,
    kind.action.toLowerCase(),
    null,
    'openslot',
    'system',
    null,
    id,
    null,
    ...name,
  ]
  const prefix = `${Buffer.from(organization.replaceAll('-', ''), 'hex').subarray(0, 9).toString('base64url')} `
  const lexemes = words.flatMap((word, at) => (word === null ? [] : [`'${prefix}${word}':${at + 1}`]))
  return {
    id,
    ...kind,
    position: 1_000_000 + index,
    at: minuteAt(index),
    subject: JSON.stringify({ uri: `https://api.example.test/teams/${id}`, name: name.join(' ') }),
    words: [...lexemes, ...[`=n ${kind.namespace}`, `=a ${kind.action}`].map((tag) => `'${prefix}${tag}'`)].join(' '),
  }
}
