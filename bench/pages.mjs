import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runForJson, startService } from './processes.mjs'
import { median } from './rounds.mjs'

const baseUrl = 'https://bench.test'

/**
 * How long pages of the console and lists of the API take on a database that nobody analyzed, beside
 * `GET /scheduled_events`: as a new installation has them after some hundred meetings. One request after the other.
 */
export const measurePages = async ({ folder, postgres, fill, effort, atEnd }) => {
  const rows = []
  for (const kind of ['embedded', 'PostgreSQL'])
    for (const meetings of effort.pages.meetings) {
      const data = join(folder, `pages-${kind}-${meetings}`)
      mkdirSync(data, { mode: 0o700 })
      const settings = {
        OPENSLOT_DATA: data,
        OPENSLOT_SECRET: randomBytes(32).toString('hex'),
        OPENSLOT_BASE_URL: baseUrl,
        OPENSLOT_RATE_LIMITS: 'off',
        ...(kind === 'PostgreSQL' ? { DATABASE_URL: await postgres.createDatabase(`pages_${meetings}`) } : {}),
      }
      rows.push({ kind, meetings, figures: await measureOn(settings, { meetings, fill, effort, atEnd }) })
    }
  return { times: effort.pages.times, rows }
}

const measureOn = async (settings, { meetings, fill, effort, atEnd }) => {
  const { callers, signIn } = await runForJson(fill, {
    ...settings,
    BENCH_MEETINGS: String(meetings),
    BENCH_ANALYZE: 'no',
  })
  const [{ token, organization, usualType }] = callers
  const service = await startService(settings, atEnd)
  const address = `http://127.0.0.1:${service.port}`
  await service.untilReady(`${address}/health/ready`)
  const cookie = await signInTo(address, new URL(signIn).pathname)
  const inOrganization = `organization=${encodeURIComponent(`${baseUrl}/organizations/${organization}`)}`
  const type = usualType.split('/').at(-1)
  const subjects = [
    ['GET /scheduled_events', `/scheduled_events?${inOrganization}&count=20`],
    ['GET /activity_log_entries', `/activity_log_entries?${inOrganization}&count=20`],
    ['event types', '/app'],
    ['an event type', `/app/types/${type}`],
    ['meetings', '/app/meetings?who=all&state=past'],
    ['meetings, a search', '/app/meetings?who=all&state=past&q=zzz'],
    ['meetings of a week', '/app/meetings?who=all&view=week'],
    ['availability', await targetOf(address, '/app/availability', cookie)],
    ['calendars', '/app/calendars'],
    ['routing forms', '/app/forms'],
    ['insights', '/app/insights?who=all'],
    ['organization', '/app/organization'],
    ['activity log', '/app/organization/activity'],
    ['developers', '/app/developers'],
  ]
  const figures = []
  for (const [name, path] of subjects) {
    const headers = path.startsWith('/app') ? { cookie, accept: 'text/html' } : { authorization: `Bearer ${token}` }
    const milliseconds = []
    for (let time = 0; time <= effort.pages.times; time += 1) {
      const began = performance.now()
      const answer = await fetch(address + path, { headers, redirect: 'manual' })
      await answer.arrayBuffer()
      if (answer.status !== 200)
        throw new Error(`${path} answered ${answer.status} ${answer.headers.get('location') ?? ''}.`)
      milliseconds.push(performance.now() - began)
    }
    const [first, ...others] = milliseconds
    figures.push({ name, first, median: median(others) })
  }
  await service.stop()
  return figures
}

/** Where an address leads. */
const targetOf = async (address, path, cookie) =>
  (await fetch(address + path, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })).headers.get(
    'location',
  ) ?? path

/** As a browser does with the link that the first start prints. */
const signInTo = async (address, path) => {
  const shown = await fetch(address + path, { headers: { accept: 'text/html' } })
  const formToken = /name="form_token" value="([^"]+)"/.exec(await shown.text())?.[1] ?? ''
  const cookieOf = (answer) => answer.headers.getSetCookie().map((one) => one.split(';')[0])
  const before = cookieOf(shown)
  const answer = await fetch(address + path, {
    method: 'POST',
    body: new URLSearchParams({ form_token: formToken }),
    headers: { accept: 'text/html', origin: baseUrl, 'sec-fetch-site': 'same-origin', cookie: before.join('; ') },
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`${path} answered ${answer.status} to its form.`)
  const byName = new Map([...before, ...cookieOf(answer)].map((one) => [one.split('=')[0], one]))
  return [...byName.values()].join('; ')
}
