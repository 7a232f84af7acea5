import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { askTool } from './mcp.mjs'
import { monthOf } from './speed.mjs'

/**
 * What clients and visitors do beside booking, one thing of each kind per round: lists, reads, cancellations, open
 * times, pages, tools, and mistakes.
 */
export const steadyUse = async ({ port, filled: { token, organization, eventTypes }, baseUrl, from, atEnd }) => {
  const agent = new Agent({ keepAlive: true })
  atEnd(async () => agent.destroy())
  const ask = asking(port, agent)
  const read = async (path, status = 200) => (await ask('GET', path, status, { token })).text
  const organizationUri = `${baseUrl}/organizations/${organization}`
  const ofOrganization = `organization=${encodeURIComponent(organizationUri)}&count=20`
  const upcoming = `/scheduled_events?${ofOrganization}&status=active&sort=start_time:asc&min_start_time=${new Date(from).toISOString()}`
  const pages = []
  for (const uri of eventTypes)
    pages.push(new URL(JSON.parse(await read(new URL(uri).pathname)).resource.scheduling_url).pathname)

  const round = async (number) => {
    const place = number % eventTypes.length
    const meetings = JSON.parse(await read(upcoming)).collection.map(({ uri }) => new URL(uri).pathname)
    if (meetings[0]) {
      await read(meetings[0])
      await read(`${meetings[0]}/invitees`)
      await ask('POST', `${meetings[0]}/cancellation`, 200, { token, body: { reason: 'The soak cancels it' } })
    }
    await read(monthOf(eventTypes[place]))
    await ask('GET', pages[place], 200)
    await read(`/organization_memberships?${ofOrganization}`)
    await read(`/activity_log_entries?${ofOrganization}`)
    const tool = await askTool(port, 'users-get_current_user', {}, token, number % 2 === 0 ? 'modern' : 'legacy')
    if (!tool.result || tool.result.isError)
      throw new Error(`A tool did not answer as expected: ${JSON.stringify(tool)}`)
    await read(`/scheduled_events/${randomUUID()}`, 404)
    await ask('GET', `/${randomBytes(6).toString('hex')}/meeting`, 404)
    await ask('GET', '/users/me', 401, { token: randomBytes(24).toString('hex') })
  }
  return { round, requests: () => ask.count }
}

const asking = (port, agent) => {
  const ask = (method, path, status, { token, body } = {}) =>
    new Promise((done, fail) => {
      ask.count += 1
      const headers = {
        host: 'bench.test',
        accept: token ? 'application/json' : 'text/html',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      }
      const asked = request({ port, host: '127.0.0.1', method, path, headers, agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => {
          if (answer.statusCode === status) done({ text })
          else fail(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`))
        })
      })
      asked.on('error', fail).end(body && JSON.stringify(body))
    })
  ask.count = 0
  return ask
}
