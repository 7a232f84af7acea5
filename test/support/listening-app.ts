import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { type TestApp, testApp } from './app.ts'
import type { Person } from './cast.ts'
import { givePassword, rightPassword, type Sent, type Shown, Visitor } from './visitor.ts'

/** A test app that listens, at the address it believes to be at: for clients that are not ours. */
export interface ListeningApp {
  readonly app: TestApp
  readonly address: string
  /** A browser in which this person has signed in. */
  signedInAs(person: Person): Promise<Visitor>
  close(): Promise<void>
}

export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo
        probe.close(() => done(port))
      })
  })

export const listeningApp = async (settings: Readonly<Record<string, string>> = {}): Promise<ListeningApp> => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const app = await testApp({ settings: { OPENSLOT_BASE_URL: address, ...settings } })
  await app.server.listen({ host: '127.0.0.1', port })

  /** Its pages believe only forms from their own address. */
  class VisitorHere extends Visitor {
    override ask(
      method: 'GET' | 'HEAD' | 'POST',
      url: string,
      payload: string | undefined,
      { headers, ...sent }: Sent = {},
    ): Promise<Shown> {
      return super.ask(method, url, payload, {
        ...sent,
        headers: { ...headers, ...(method === 'POST' ? { origin: address } : {}) },
      })
    }
  }

  return {
    app,
    address,
    signedInAs: async (person) => {
      await givePassword(app, person)
      const visitor = new VisitorHere(app)
      const answer = await visitor.signIn(person.email, rightPassword)
      assert.equal(answer.status, 303, answer.text)
      return visitor
    },
    close: () => app.server.close(),
  }
}
