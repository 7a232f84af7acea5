import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'

/**
 * What the other process runs: a calendar server with so many events, and feeds. It is no test of protocols, so it
 * knows only what it is asked here.
 */
const program = `
const { createServer } = require('node:http')
const count = Number(process.argv[1])
const start = Date.parse('2026-03-03T00:00:00Z')
const basic = (index) => new Date(start + index * 3_000_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
const event = (index, uid, text = '') => 'BEGIN:VEVENT\\r\\nUID:' + uid + '@client.test\\r\\nDTSTART:' + basic(index) + 'Z\\r\\nDURATION:PT30M\\r\\n' + text + 'END:VEVENT\\r\\n'
const whole = (inner) => 'BEGIN:VCALENDAR\\r\\n' + inner + 'END:VCALENDAR\\r\\n'
const feeds = {
  '/large.ics': () => whole(Array.from({ length: 9_500 }, (_, index) => event(index, 'e' + index, 'DESCRIPTION:' + 'x'.repeat(1_900) + '\\r\\n')).join('')),
  '/many.ics': () => whole(Array.from({ length: 100_000 }, (_, index) => event(index % 11_000, 'e' + index)).join('')),
}
const multistatus = (inner) => '<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">' + inner + '</d:multistatus>'
const response = (href, properties) => '<d:response><d:href>' + href + '</d:href><d:propstat><d:prop>' + properties + '</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>'
const all = Array.from({ length: count }, (_, index) => '/calendar/' + index + '.ics')
createServer(async (request, to) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  if (request.method === 'GET') return void to.end(feeds[request.url]())
  if (request.method === 'PROPFIND') return void to.writeHead(207).end(multistatus(response('/calendar/', '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>')))
  if (!body.includes('calendar-multiget')) return void to.writeHead(207).end(multistatus(all.map((path) => response(path, '<d:getetag>"1"</d:getetag>')).join('') + '<d:sync-token>token:1</d:sync-token>'))
  const asked = [...body.matchAll(/<href>([^<]+)<.href>/g)].map(([, href]) => href)
  const data = (path) => '<d:getetag>"1"</d:getetag><c:calendar-data>' + whole(event(Number(path.match(/(\\d+).ics/)[1]), path)) + '</c:calendar-data>'
  to.writeHead(207).end(multistatus(asked.map((path) => response(path, data(path))).join('')))
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })
process.stdin.resume().on('end', () => process.exit())
`

/**
 * The address of a calendar server in a process of its own: `/calendar/` of so many events, `/large.ics` of 19 MB, and
 * `/many.ics` of 100,000 events.
 */
export const calendarsApart = async (events: number): Promise<string> => {
  const child = spawn(process.execPath, ['-e', program, String(events)], { stdio: ['pipe', 'pipe', 'inherit'] })
  after(() => void child.stdin.end())
  const [port] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}`
}
