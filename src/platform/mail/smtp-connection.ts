import { connect as connectPlainly, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls'
import { type Reply, ReplyReader, smtpFault } from './smtp-replies.ts'

/** What `SMTP_URL` says. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** TLS from the first byte; else it is turned on where the server offers it. */
  readonly isSecure: boolean
  /** Always for a password, unless the address says otherwise: whoever is on the way could leave out the offer of TLS. */
  readonly requiresTls: boolean
  readonly ignoresTls: boolean
  readonly rejectUnauthorized: boolean
}

export const smtpServerOf = (url: string): SmtpServer => {
  const { protocol, hostname: host, port, username, password, searchParams } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const ignoresTls = searchParams.get('ignoreTLS') === 'true'
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    isSecure,
    requiresTls: searchParams.get('requireTLS') === 'true' || (username !== '' && !ignoresTls),
    ignoresTls,
    rejectUnauthorized: searchParams.get('tls.rejectUnauthorized') !== 'false',
  }
}

/** The server's answer to a command is a no. */
export class SmtpRefusal extends Error {
  readonly command: string
  readonly code: number

  constructor(command: string, { code }: Reply) {
    super(`${command}: ${code}`)
    this.command = command
    this.code = code
  }
}

interface Envelope {
  readonly from: string
  readonly to: string
}

/** Every wait has an end. */
const connectMilliseconds = 10_000
const silenceMilliseconds = 15_000

const isGood = ({ code }: Reply): boolean => code >= 200 && code < 300

/** A connection that has been greeted, secured and signed in: messages go over it one after another. */
export class SmtpConnection {
  #socket: Socket
  #replies: ReplyReader
  #extensions: ReadonlySet<string> = new Set()
  #mechanisms: readonly string[] = []
  #isEncrypted: boolean
  #sent = 0

  private constructor(socket: Socket, isEncrypted: boolean) {
    this.#socket = socket
    this.#isEncrypted = isEncrypted
    this.#replies = new ReplyReader(socket)
  }

  /** Within so many milliseconds in all: a server that trickles its answers keeps every other limit of time. */
  static async open(server: SmtpServer, withinMilliseconds: number): Promise<SmtpConnection> {
    const { host, port, isSecure } = server
    const socket = isSecure ? connectSecurely({ host, port, ...trustIn(server) }) : connectPlainly({ host, port })
    const connection = new SmtpConnection(socket, isSecure)
    const timer = setTimeout(() => connection.destroy('ETIMEDOUT'), withinMilliseconds)
    try {
      socket.setTimeout(connectMilliseconds)
      await connection.#expect('CONN')
      socket.setTimeout(silenceMilliseconds).setNoDelay(true)
      await connection.#greet()
      if (!isSecure) await connection.#secure(server)
      if (server.user !== '') await connection.#signIn(server)
      return connection
    } catch (error) {
      connection.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  get isOpen(): boolean {
    return this.#replies.isOpen
  }

  get isEncrypted(): boolean {
    return this.#isEncrypted
  }

  /** How many messages it took. */
  get sent(): number {
    return this.#sent
  }

  /**
   * Resolves when the server has taken the message. It must end in a line break, and no line of it begin with a dot. `onAnswer` is called
   * when the server has answered anything to it.
   */
  async send({ from, to }: Envelope, message: Buffer, onAnswer: () => void): Promise<void> {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII is what it looks for.
    const isAscii = /^[\x00-\x7f]*$/.test(from + to)
    if (!isAscii && !this.#extensions.has('SMTPUTF8')) throw new SmtpRefusal('RCPT TO', { code: 553, lines: [] })
    const commands = [`MAIL FROM:<${from}>${isAscii ? '' : ' SMTPUTF8'}`, `RCPT TO:<${to}>`, 'DATA']
    const [mail, recipient, data] = this.#extensions.has('PIPELINING') ? await this.#pipelined(commands) : await this.#inTurn(commands)
    onAnswer()
    if (!mail || !isGood(mail)) return this.#refuse('MAIL FROM', mail, data)
    if (!recipient || !isGood(recipient)) return this.#refuse('RCPT TO', recipient, data)
    if (data?.code !== 354) return this.#refuse('DATA', data, undefined)
    this.#socket.cork()
    this.#socket.write(message)
    const ended = this.#command('.')
    this.#socket.uncork()
    const end = await ended
    if (!isGood(end)) return this.#refuse('message', end, undefined)
    this.#sent += 1
  }

  /** Says goodbye, and does not wait for the answer. */
  close(): void {
    if (!this.isOpen) return
    this.#replies.expectClose()
    this.#socket.end('QUIT\r\n').unref()
  }

  /** At once: whatever waits for an answer fails. */
  destroy(code = 'ECONNABORTED'): void {
    this.#replies.fail(smtpFault(code))
    this.#socket.destroy()
  }

  #command(line: string): Promise<Reply> {
    this.#socket.write(`${line}\r\n`)
    return this.#replies.next()
  }

  #pipelined(commands: readonly string[]): Promise<readonly Reply[]> {
    this.#socket.write(`${commands.join('\r\n')}\r\n`)
    return Promise.all(commands.map(() => this.#replies.next()))
  }

  async #inTurn(commands: readonly string[]): Promise<readonly Reply[]> {
    const replies: Reply[] = []
    for (const command of commands) {
      const reply = await this.#command(command)
      replies.push(reply)
      if (reply.code >= 400) break
    }
    return replies
  }

  /** The connection is ready for the next message afterwards, or closed. */
  async #refuse(command: string, reply: Reply | undefined, data: Reply | undefined): Promise<never> {
    const refusal = new SmtpRefusal(command, reply ?? { code: 503, lines: [] })
    // The server goes on although it refused what came before: an empty message ends that (RFC 2920, 3.1).
    if (data?.code === 354) await this.#command('.')
    if (refusal.code === 421) this.destroy()
    else await this.#command('RSET').catch(() => this.destroy())
    throw refusal
  }

  async #expect(command: string, line?: string): Promise<Reply> {
    const reply = await (line === undefined ? this.#replies.next() : this.#command(line))
    if (!isGood(reply)) throw new SmtpRefusal(command, reply)
    return reply
  }

  async #greet(): Promise<void> {
    const own = hostname()
    const { lines } = await this.#expect('EHLO', `EHLO ${/^[\w-]+(\.[\w-]+)+$/.test(own) ? own : '[127.0.0.1]'}`)
    const words = lines.slice(1).map((line) => line.toUpperCase().split(/[ =]/))
    this.#extensions = new Set(words.map(([name = '']) => name))
    this.#mechanisms = words.find(([name]) => name === 'AUTH')?.slice(1) ?? []
  }

  async #secure(server: SmtpServer): Promise<void> {
    if (server.ignoresTls && !server.requiresTls) return
    if (!this.#extensions.has('STARTTLS')) {
      if (server.requiresTls) throw smtpFault('ETLS')
      return
    }
    await this.#expect('STARTTLS', 'STARTTLS')
    // What came with that answer was not encrypted, and anybody may have put it there.
    if (!this.#replies.isEmpty) throw smtpFault('EPROTOCOL')
    this.#replies.detach()
    this.#socket = connectSecurely({ socket: this.#socket, ...trustIn(server) }).setTimeout(silenceMilliseconds)
    this.#replies = new ReplyReader(this.#socket)
    this.#isEncrypted = true
    await this.#greet()
  }

  async #signIn({ user, password }: SmtpServer): Promise<void> {
    if (this.#mechanisms.includes('PLAIN')) {
      await this.#expect('AUTH', `AUTH PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}`)
      return
    }
    if (!this.#mechanisms.includes('LOGIN')) throw smtpFault('ENOAUTH')
    for (const line of ['AUTH LOGIN', Buffer.from(user).toString('base64')]) {
      const reply = await this.#command(line)
      if (reply.code !== 334) throw new SmtpRefusal('AUTH', reply)
    }
    await this.#expect('AUTH', Buffer.from(password).toString('base64'))
  }
}

const trustIn = ({ host, rejectUnauthorized }: SmtpServer): ConnectionOptions => ({
  rejectUnauthorized,
  // An address has no name that a certificate could be for.
  ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
})
