import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { lacking } from './requirements.ts'

export const caldavPrograms = ['radicale', 'xandikos', 'cyrus'] as const
type CaldavProgram = (typeof caldavPrograms)[number]

/** Why a test on this server is skipped. */
export const lackingCaldav = (program: CaldavProgram) => lacking('caldav') || (program === 'cyrus' && lacking('cyrus'))

/** A CalDAV server of somebody else's making, with one account, on this machine. */
export interface CaldavServer {
  readonly url: string
  readonly username: string
  readonly password: string
  /** As another client of the same account: a request to a path. */
  ask(
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; etag: string | null }>
  /** Makes a calendar, and gives its path. */
  makeCalendar(name: string): Promise<string>
  /** Puts an item into a calendar; its body is what stands inside VCALENDAR. */
  put(calendar: string, name: string, inner: string): Promise<void>
  remove(calendar: string, name: string): Promise<void>
  stop(): void
}

const python = '/usr/bin/python3'

export const aCaldavServer = async (program: CaldavProgram = 'radicale'): Promise<CaldavServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'openslot-test-caldav-'))
  const port = await freePort()
  const child = await starts[program](folder, port)
  const ended = new Promise((done) => child.once('close', done))
  after(async () => {
    // It ends its own children when it is asked to, and leaves them behind when it is killed.
    child.kill(program === 'cyrus' ? 'SIGTERM' : 'SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const [username, password] = ['host', 'correct password']
  const url = `http://127.0.0.1:${port}`
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const ask: CaldavServer['ask'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') }
  }
  for (let attempt = 0; ; attempt += 1) {
    assert.ok(child.exitCode === null && attempt < 200, `${program} did not start`)
    if ((await fetch(url).catch(() => undefined)) !== undefined) break
    await pause(50)
  }
  const home = homes[program]
  return {
    url,
    username,
    password,
    ask,
    makeCalendar: async (name) => {
      const path = `${home}/${name}/`
      const made = await ask(
        'MKCALENDAR',
        path,
        `<?xml version="1.0"?><c:mkcalendar xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><set><prop><displayname>${name}</displayname></prop></set></c:mkcalendar>`,
        { 'content-type': 'application/xml' },
      )
      assert.equal(made.status, 201, made.text)
      return path
    },
    put: async (calendar, name, inner) => {
      const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${inner.trim().replaceAll(/\r?\n/g, '\r\n')}\r\nEND:VCALENDAR\r\n`
      const { status, text: answer } = await ask('PUT', `${calendar}${name}.ics`, text, {
        'content-type': 'text/calendar',
      })
      assert.ok(status < 300, `${status} ${answer}`)
    },
    remove: async (calendar, name) => {
      const { status } = await ask('DELETE', `${calendar}${name}.ics`)
      assert.ok(status < 300, String(status))
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

const startRadicale = (folder: string, port: number): ChildProcess => {
  writeFileSync(join(folder, 'users'), 'host:correct password\n')
  mkdirSync(join(folder, 'collections'))
  const settings = [
    `[server]\nhosts = 127.0.0.1:${port}`,
    `[auth]\ntype = htpasswd\nhtpasswd_filename = ${join(folder, 'users')}\nhtpasswd_encryption = plain\ndelay = 0`,
    `[storage]\nfilesystem_folder = ${join(folder, 'collections')}`,
  ]
  writeFileSync(join(folder, 'config'), `${settings.join('\n')}\n`)
  return spawn(python, ['-m', 'radicale', '--config', join(folder, 'config')], { stdio: 'ignore' })
}

const startXandikos = (folder: string, port: number): ChildProcess =>
  spawn('xandikos', ['-d', join(folder, 'data'), '--defaults', '-l', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
  })

/** Accounts come with their mailbox, which the first sign-in by IMAP makes. */
const startCyrus = async (folder: string, port: number): Promise<ChildProcess> => {
  const imapPort = await freePort()
  const isRoot = process.getuid?.() === 0
  const settings = {
    configdirectory: join(folder, 'conf'),
    ...{ defaultpartition: 'default', 'partition-default': join(folder, 'spool') },
    ...(isRoot ? { cyrus_user: 'nobody', cyrus_group: 'nogroup' } : { cyrus_user: userInfo().username }),
    ...{
      httpmodules: 'caldav',
      allowplaintext: 'yes',
      servername: 'localhost',
      unixhierarchysep: 'yes',
      altnamespace: 'yes',
    },
    ...{ autocreate_users: 'anyone', autocreate_quota: '0', autocreate_post: 'yes' },
    ...{
      sasl_pwcheck_method: 'auxprop',
      sasl_auxprop_plugin: 'sasldb',
      sasl_mech_list: 'PLAIN',
      sasl_sasldb_path: join(folder, 'users'),
    },
  }
  const config = join(folder, 'imapd.conf')
  writeFileSync(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  )
  const service = (name: string, program: string, on: number): string =>
    `  ${name} cmd="${cyrusPrograms}/${program} -C ${config}" listen="127.0.0.1:${on}"\n`
  writeFileSync(
    join(folder, 'cyrus.conf'),
    `SERVICES {\n${service('http', 'httpd', port)}${service('imap', 'imapd', imapPort)}}\n`,
  )
  for (const name of ['conf', 'spool']) mkdirSync(join(folder, name))
  const made = spawnSync('saslpasswd2', ['-p', '-c', '-f', join(folder, 'users'), '-u', 'localhost', 'host'], {
    input: 'correct password',
  })
  assert.equal(made.status, 0, String(made.stderr))
  if (isRoot) assert.equal(spawnSync('chown', ['-R', 'nobody:nogroup', folder]).status, 0)
  const child = spawn(
    `${cyrusPrograms}/master`,
    ['-D', '-C', config, '-M', join(folder, 'cyrus.conf'), '-p', join(folder, 'pid')],
    { stdio: 'ignore' },
  )
  await signInByImap(imapPort)
  return child
}

const signInByImap = async (port: number): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await new Promise<string>((done) => {
      let said = ''
      const socket = connect(port, '127.0.0.1', () => socket.end('a LOGIN host "correct password"\r\nb LOGOUT\r\n'))
      socket.on('data', (chunk) => {
        said += chunk
      })
      socket.once('error', () => done(said)).once('close', () => done(said))
    })
    if (/^a OK/m.test(answer)) return
    assert.ok(attempt < 100, `no sign-in by IMAP: ${answer}`)
    await pause(50)
  }
}

const cyrusPrograms = '/usr/lib/cyrus/bin'
const starts = { radicale: startRadicale, xandikos: startXandikos, cyrus: startCyrus }
const homes = { radicale: '/host', xandikos: '/user/calendars', cyrus: '/dav/calendars/user/host' }

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo
        probe.close(() => done(port))
      })
  })
