import assert from 'node:assert/strict'
import { randomBytes, scryptSync } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'

export interface Shown {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  /** Where it leads. */
  readonly location: string | undefined
  /** What the forms of the page hold, hidden fields included. */
  readonly fields: Readonly<Record<string, string>>
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
}

/** A person with a browser: keeps our cookie, and sends forms as a browser does. */
export class Visitor {
  readonly #app: TestApp
  cookie: string | undefined
  /** That somebody signed in with this browser before. */
  known: string | undefined
  /** That was chosen in this browser. */
  #theme: string | undefined

  constructor(app: TestApp) {
    this.#app = app
  }

  get(path: string, sent: Sent = {}): Promise<Shown> {
    return this.ask('GET', path, undefined, sent)
  }

  /** Fills in a form of a page that was looked at before, and sends it there. */
  async submit(
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    { page = path, ...sent }: Sent & { readonly page?: string } = {},
  ): Promise<Shown> {
    const shown = await this.get(page, sent)
    return this.post(path, { form_token: shown.fields.form_token ?? '', ...fields }, sent)
  }

  post(path: string, fields: Readonly<Record<string, string | readonly string[]>>, sent: Sent = {}): Promise<Shown> {
    const form = new URLSearchParams()
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
    return this.ask('POST', path, form.toString(), {
      ...sent,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://127.0.0.1:3000',
        'sec-fetch-site': 'same-origin',
        ...sent.headers,
      },
    })
  }

  async ask(
    method: 'GET' | 'HEAD' | 'POST',
    url: string,
    payload: string | undefined,
    { headers, from }: Sent = {},
  ): Promise<Shown> {
    const answer = await this.#app.server.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: { accept: 'text/html', ...(this.cookie || this.known ? { cookie: this.#cookies() } : {}), ...headers },
      ...(from ? { remoteAddress: from } : {}),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      this.cookie = /^__Host-openslot=([^;]*)/.exec(line)?.[1] ?? this.cookie
      if (line.startsWith('__Host-openslot-theme=')) this.#theme = /^[^=]*=(\w+);.*Max-Age=[1-9]/.exec(line)?.[1]
      this.known = /^__Host-openslot-known=([^;]*)/.exec(line)?.[1] ?? this.known
    }
    const { location } = answer.headers
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      location: typeof location === 'string' ? location : undefined,
      fields: fieldsIn(answer.body),
    }
  }

  signIn(email: string, password: string): Promise<Shown> {
    return this.submit('/login', { email, password })
  }

  #cookies(): string {
    return [
      ...(this.cookie ? [`__Host-openslot=${this.cookie}`] : []),
      ...(this.known ? [`__Host-openslot-known=${this.known}`] : []),
      ...(this.#theme ? [`__Host-openslot-theme=${this.#theme}`] : []),
    ].join('; ')
  }
}

const fieldsIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input[^>]*\bname="([^"]+)"[^>]*>/g)].map(([tag, name = '']) => [
      name,
      (/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ]),
  )

export const rightPassword = 'a quiet harbour at dawn'

/** As the service keeps it, but made with less work: who signs in often in a test has no time for more. */
const cheapHash = (password: string): string => {
  const [N, salt] = [1024, randomBytes(16)]
  return [
    'scrypt',
    N,
    8,
    1,
    salt.toString('base64url'),
    scryptSync(password, salt, 32, { N, r: 8, p: 1 }).toString('base64url'),
  ].join('$')
}

/** Lets a person of the cast sign in, with `rightPassword`. */
export const givePassword = async (
  app: TestApp,
  { id }: Pick<Person, 'id'>,
  hash = cheapHash(rightPassword),
): Promise<void> => {
  await app.context.database.write((tx) =>
    sql`update users set password_hash = ${hash} where id = ${id}::uuid`.execute(tx),
  )
}

/** A browser in which this person has signed in. */
export const signedInAs = async (app: TestApp, person: Person): Promise<Visitor> => {
  await givePassword(app, person)
  const visitor = new Visitor(app)
  const answer = await visitor.signIn(person.email, rightPassword)
  assert.equal(answer.status, 303, answer.text)
  return visitor
}
