// What our figures are compared with: node:http and a pool of pg, both as they come, that answer the same rows with
// JSON.stringify and nothing else. No token, no limit, no checks, no log, no second page.
import { createServer } from 'node:http'
import pg from 'pg'

const { BENCH_DATABASE, BENCH_PORT, BENCH_BASE_URL, BENCH_ORGANIZATION, BENCH_USER } = process.env

const pool = new pg.Pool({ connectionString: BENCH_DATABASE })

const memberships = `
  select
    m.id, m.organization_id, m.role, m.created_at, m.updated_at, u.id as user_id, u.name, u.slug, u.email, u.timezone,
    u.time_notation, u.avatar_url, u.locale, u.created_at as user_created_at, u.updated_at as user_updated_at
  from organization_memberships m join users u on u.id = m.user_id
  where m.organization_id = $1 and m.ended_at is null`

const instant = (date) => `${date.toISOString().slice(0, 23)}000Z`

const userOf = (row) => ({
  uri: `${BENCH_BASE_URL}/users/${row.user_id}`,
  name: row.name,
  slug: row.slug,
  email: row.email,
  scheduling_url: `${BENCH_BASE_URL}/${row.slug}`,
  timezone: row.timezone,
  time_notation: row.time_notation,
  avatar_url: row.avatar_url,
  locale: row.locale,
  created_at: instant(row.user_created_at),
  updated_at: instant(row.user_updated_at),
  current_organization: `${BENCH_BASE_URL}/organizations/${row.organization_id}`,
  resource_type: 'User',
})

const membershipOf = (row) => ({
  uri: `${BENCH_BASE_URL}/organization_memberships/${row.id}`,
  role: row.role,
  user: userOf(row),
  organization: `${BENCH_BASE_URL}/organizations/${row.organization_id}`,
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
})

const answerTo = async (url) => {
  if (url === '/users/me') {
    const { rows } = await pool.query(`${memberships} and m.user_id = $2`, [BENCH_ORGANIZATION, BENCH_USER])
    return { resource: userOf(rows[0]) }
  }
  const { rows } = await pool.query(`${memberships} order by m.created_at, m.id limit 20`, [BENCH_ORGANIZATION])
  return { collection: rows.map(membershipOf) }
}

createServer(async (request, response) => {
  const body = JSON.stringify(await answerTo(request.url))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}).listen(Number(BENCH_PORT), '127.0.0.1')
