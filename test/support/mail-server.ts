import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import ICAL from 'ical.js'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** As in the envelope, whatever the message says. */
  readonly envelopeFrom: string
  readonly envelopeTo: readonly string[]
  readonly raw: string
  readonly mail: Email
  readonly messageId: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Of the part that mail programs show as an invitation. */
  readonly calendar: ReceivedCalendar | undefined
}

export interface ReceivedCalendar {
  readonly text: string
  /** The parameter of the part's type. */
  readonly methodParameter: string
  readonly method: string
  readonly events: readonly ICAL.Event[]
  readonly event: ICAL.Event
  readonly status: string
}

export type Stage = 'connect' | 'from' | 'to' | 'data'

/** What the server does instead of going on: a status to refuse with, or something of its own. */
export type Behaviour = (stage: Stage, address: string) => number | 'hang' | 'drop' | undefined

export interface MailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** How many connections were open at once, at most. */
  most(): number
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
  /** At the same place again. */
  start(): Promise<void>
}

/** A mail server on this machine. It accepts everything unless a test changes that. */
export const aMailServer = async (): Promise<MailServer> => {
  let behaviour: Behaviour = () => undefined
  const received: ReceivedMail[] = []
  let open = 0
  let most = 0
  let port = 0
  let server: SMTPServer | undefined

  const refusal = (status: number): Error => Object.assign(new Error('not today'), { responseCode: status })
  const decide = (stage: Stage, address: string, done: (error?: Error | null) => void, drop: () => void): void => {
    const decision = behaviour(stage, address)
    if (decision === 'hang') return
    if (decision === 'drop') drop()
    else done(decision === undefined ? null : refusal(decision))
  }

  const start = async (): Promise<void> => {
    if (server) return
    const sockets = new Set<{ destroy(): void }>()
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onConnect: (session, done) => decide('connect', session.remoteAddress, done, () => drop()),
      onMailFrom: ({ address }, _, done) => decide('from', address, done, () => drop()),
      onRcptTo: ({ address }, _, done) => decide('to', address, done, () => drop()),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          const { mailFrom, rcptTo } = session.envelope
          const to = rcptTo.map(({ address }) => address)
          const decision = behaviour('data', to[0] ?? '')
          // What is dropped after the last byte may have been accepted: the client cannot know.
          if (decision === undefined || decision === 'drop') {
            try {
              received.push(await read(Buffer.concat(chunks), mailFrom ? mailFrom.address : '', to))
            } catch (error) {
              console.log(`a message that cannot be parsed: ${error}`)
              done(refusal(554))
              return
            }
          }
          if (decision === 'hang') return
          if (decision === 'drop') drop()
          else done(decision === undefined ? null : refusal(decision))
        })
      },
    })
    const drop = (): void => {
      for (const socket of sockets) socket.destroy()
    }
    next.on('error', () => {})
    next.server.on('connection', (socket) => {
      sockets.add(socket)
      open += 1
      most = Math.max(most, open)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        open -= 1
      })
    })
    await new Promise<void>((done) => next.listen(port, '127.0.0.1', done))
    port = (next.server.address() as AddressInfo).port
    server = next
  }

  const stop = async (): Promise<void> => {
    const closing = server
    server = undefined
    if (!closing) return
    await new Promise<void>((done) => {
      closing.close(() => done())
      for (const connection of closing.connections) connection.close()
    })
  }

  await start()
  after(stop)
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    most: () => most,
    behave: (next) => {
      behaviour = next
    },
    stop,
    start,
  }
}

/** Read back by others' programs than ours. */
export const read = async (
  raw: Buffer,
  envelopeFrom = '',
  envelopeTo: readonly string[] = [],
): Promise<ReceivedMail> => {
  const mail = await PostalMime.parse(raw)
  const text = raw.toString()
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const content =
    part && (typeof part.content === 'string' ? part.content : Buffer.from(part.content as ArrayBuffer).toString())
  return {
    envelopeFrom,
    envelopeTo,
    raw: text,
    mail,
    messageId: mail.messageId ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: withCharacters(mail.html ?? ''),
    calendar: part && content !== undefined ? calendarIn(content, part.method ?? '') : undefined,
  }
}

/** Characters beyond ASCII go by their numbers. */
const withCharacters = (html: string): string =>
  html.replaceAll(/&#(\d{3,7});/g, (_, point) => String.fromCodePoint(Number(point)))

const calendarIn = (text: string, methodParameter: string): ReceivedCalendar => {
  const component = new ICAL.Component(ICAL.parse(text))
  const events = component.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  const [event] = events
  if (!event) throw new Error('There is no event in the calendar.')
  return {
    text,
    methodParameter,
    method: String(component.getFirstPropertyValue('method')),
    events,
    event,
    status: String(event.component.getFirstPropertyValue('status')),
  }
}
