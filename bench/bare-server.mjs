// What our figures are compared with: node:http and a pool of pg, both as they come, that answer the same rows with
// JSON.stringify and nothing else. No token, no limit, no checks, no log, no second page.
import { createServer } from 'node:http'
import pg from 'pg'

const { BENCH_DATABASE, BENCH_PORT, BENCH_BASE_URL, BENCH_ORGANIZATION, BENCH_USER, BENCH_EVENT } = process.env

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

const events = `
  select e.id, e.event_type_id, e.name, e.status, e.starts_at, e.ends_at, e.buffered_from, e.buffered_to, e.location, e.seats, e.invitees_total, e.invitees_active,
    e.meeting_notes_plain, e.meeting_notes_html, e.canceled_by, e.cancel_reason, e.canceler_type, e.canceled_at, e.created_at, e.updated_at,
    (select json_agg(json_build_object('user', u.id, 'email', u.email, 'name', u.name) order by h.position)
      from scheduled_event_hosts h join organization_memberships m on m.organization_id = h.organization_id and m.id = h.membership_id join users u on u.id = m.user_id
      where h.organization_id = e.organization_id and h.scheduled_event_id = e.id) as hosts,
    (select coalesce(json_agg(json_build_object('email', g.email, 'since', i.created_at)), '[]') from invitees i, unnest(i.guests) as g(email)
      where i.organization_id = e.organization_id and i.scheduled_event_id = e.id and i.status = 'active') as guests
  from scheduled_events e where e.organization_id = $1`

const eventOf = (row) => ({
  uri: `${BENCH_BASE_URL}/scheduled_events/${row.id}`,
  name: row.name,
  meeting_notes_plain: row.meeting_notes_plain,
  meeting_notes_html: row.meeting_notes_html,
  status: row.status,
  start_time: instant(row.starts_at),
  end_time: instant(row.ends_at),
  event_type: `${BENCH_BASE_URL}/event_types/${row.event_type_id}`,
  location: row.location,
  invitees_counter: { total: row.invitees_total, active: row.invitees_active, limit: row.seats },
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
  event_memberships: row.hosts.map(({ user, email, name }) => ({
    user: `${BENCH_BASE_URL}/users/${user}`,
    user_email: email,
    user_name: name,
    buffered_start_time: instant(row.buffered_from),
    buffered_end_time: instant(row.buffered_to),
  })),
  event_guests: row.guests.map(({ email, since }) => ({ email, created_at: since, updated_at: since })),
  calendar_event: null,
  ...(row.canceled_at && {
    cancellation: {
      canceled_by: row.canceled_by,
      reason: row.cancel_reason,
      canceler_type: row.canceler_type,
      created_at: instant(row.canceled_at),
    },
  }),
})

const answerTo = async (url) => {
  if (url.startsWith('/scheduled_events/')) {
    const { rows } = await pool.query(`${events} and e.id = $2`, [BENCH_ORGANIZATION, BENCH_EVENT])
    return { resource: eventOf(rows[0]) }
  }
  if (url.startsWith('/scheduled_events')) {
    const { rows } = await pool.query(`${events} order by e.created_at, e.id limit 20`, [BENCH_ORGANIZATION])
    return { collection: rows.map(eventOf) }
  }
  if (url === '/users/me') {
    const { rows } = await pool.query(`${memberships} and m.user_id = $2`, [BENCH_ORGANIZATION, BENCH_USER])
    return { resource: userOf(rows[0]) }
  }
  const { rows } = await pool.query(`${memberships} order by m.created_at, m.id limit 20`, [BENCH_ORGANIZATION])
  return { collection: rows.map(membershipOf) }
}

createServer(async (request, response) => {
  const body = JSON.stringify(await answerTo(request.url))
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}).listen(Number(BENCH_PORT), '127.0.0.1')
