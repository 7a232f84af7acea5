// What it costs to search the activity log of an organization with a million entries, beside its first page. Run it alone:
// node bench/activity.mjs. BENCH_ENTRIES makes it smaller.
import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { root } from '../scripts/ready.mjs'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { startService } from './processes.mjs'
import { median } from './rounds.mjs'

const goal = 3

/** What is looked for, and how many entries have it: of a million, from one to all of them. */
const searches = [
  ['one entry', 'needle'],
  ['rare, 1 in 10,000', 'seldom'],
  ['1 in 100', 'now'],
  ['1 in 10', 'sometimes'],
  ['every entry', 'system'],
  ['two words', 'sometimes + now'],
  ['either of two', 'seldom | now'],
  ['one, but not the other', 'sometimes -now'],
  ['a beginning', 'seld*'],
  ['one behind the other', '"team of seldom"'],
  ['parentheses', '(seldom | now) + system -nothing'],
  ['nothing', 'nothing'],
]

/** Fills the log of an organization, and asks for pages of it, one after the other. */
export const measureActivity = async ({ databaseUrl, settings, token, organization, entries, rounds, atEnd }) => {
  await fill(databaseUrl, organization, entries)
  const service = await startService({ ...settings, OPENSLOT_RATE_LIMITS: 'off' }, atEnd)
  const base = `http://127.0.0.1:${service.port}`
  await service.untilReady(`${base}/health/ready`)
  const ask = async (query) => {
    const began = performance.now()
    const answer = await fetch(`${base}/activity_log_entries?organization=${organization}${query}`, { headers: { authorization: `Bearer ${token}` } })
    const body = await answer.json()
    if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${JSON.stringify(body)}`)
    return { milliseconds: performance.now() - began, total: body.total_count, more: body.exceeds_max_total_count }
  }
  const subjects = [['the first page', ''], ...searches.map(([name, term]) => [name, `&search_term=${encodeURIComponent(term)}`])].map(([name, query]) => ({
    name,
    query,
    times: [],
  }))
  for (let round = -3; round < rounds; round += 1) {
    for (const subject of subjects) {
      const { milliseconds, total, more } = await ask(subject.query)
      if (round >= 0) subject.times.push(milliseconds)
      subject.found = more ? `more than ${total}` : String(total)
    }
  }
  await service.stop()
  const first = median(subjects[0].times)
  return subjects.map(({ name, times, found }) => ({ name, found, milliseconds: median(times), cost: median(times) / first, goal }))
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
          select id, $1, 'team.created', 'system', subject::jsonb, at, null, true from unnest($2::uuid[], $3::text[], $4::timestamptz[]) as row (id, subject, at)
        )
        insert into activity_log (organization_id, position, fact_id, occurred_at, namespace, action, actor_type, actor_name, salt, subject_digest, hash, words)
        select $1, position, id, at, 'Teams', 'Created', 'system', 'Openslot System', $5, $5, $5, words::tsvector
        from unnest($2::uuid[], $4::timestamptz[], $6::bigint[], $7::text[]) as row (id, at, position, words)`,
        [organization, column('id'), column('subject'), column('at'), randomBytes(32), column('position'), column('words')],
      )
    }
    await client.query('vacuum analyze activity_log')
    await client.query('vacuum analyze facts')
  } finally {
    await client.end()
  }
}

const rowOf = (organization, place, entries) => {
  const id = randomUUID()
  const frequencies = [
    ['needle', place === Math.floor(entries / 2)],
    ['seldom', place % 10_000 === 17],
    ['now', place % 100 === 42],
    ['sometimes', place % 10 === 2],
  ]
  const name = ['team', 'of', ...frequencies.filter(([, has]) => has).map(([word]) => word), `w${(place * 7919) % 5000}`]
  const words = ['teams', null, 'created', null, 'openslot', 'system', null, id, null, ...name]
  const beginning = `${Buffer.from(organization.replaceAll('-', ''), 'hex').subarray(0, 9).toString('base64url')} `
  const placed = words.flatMap((word, at) => (word === null ? [] : [`'${beginning}${word}':${at + 1}`]))
  return {
    id,
    position: 1_000_000 + place,
    at: new Date(Date.UTC(2020, 0, 1) + place * 60_000).toISOString(),
    subject: JSON.stringify({ uri: `https://api.example.test/teams/${id}`, name: name.join(' ') }),
    words: [...placed, ...['=', '=n Teams', '=a Created'].map((tag) => `'${beginning}${tag}'`)].join(' '),
  }
}

const main = async () => {
  const endings = []
  const atEnd = (end) => endings.push(end)
  const folder = mkdtempSync(join(tmpdir(), 'openslot-bench-activity-'))
  // The account that PostgreSQL runs as passes through it.
  chmodSync(folder, 0o755)
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  try {
    const { createDatabase } = await startPostgres(join(folder, 'postgres'), atEnd)
    const databaseUrl = await createDatabase('activity')
    const settings = { DATABASE_URL: databaseUrl, OPENSLOT_DATA: join(folder, 'data'), OPENSLOT_ALLOW_UNSAFE_DATABASE: 'on', OPENSLOT_LOG: 'silent' }
    const words = ['init', '--email', 'owner@acme.test', '--name', 'Demo Owner', '--organization', 'Acme', '--timezone', 'UTC', '--json']
    const made = spawnSync(process.execPath, [join(root, 'bin', 'openslot.mjs'), ...words], { env: { PATH: process.env.PATH, ...settings }, encoding: 'utf8' })
    const { token, organization } = JSON.parse(made.stdout)
    const entries = Number(process.env.BENCH_ENTRIES ?? 1_000_000)
    const figures = await measureActivity({ databaseUrl, settings, token, organization: organization.uri.split('/').at(-1), entries, rounds: 15, atEnd })
    console.log(`Pages of an activity log with ${entries} entries; the goal is ${goal} times the first page`)
    for (const { name, found, milliseconds, cost } of figures)
      console.log(`${name.padEnd(24)} ${milliseconds.toFixed(1).padStart(7)} ms  ${cost.toFixed(2).padStart(6)} ×  found ${found}`)
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
