import { after } from 'node:test'
import { buildWorker } from '#background.ts'
import type { Ground } from '#contract/perform.ts'
import { type AppSettings, type TestApp, testApp } from './app.ts'
import { aMailServer, type MailServer, type ReceivedMail } from './mail-server.ts'
import { recordedLog } from './recorded-log.ts'

export interface MailApp extends TestApp {
  readonly mailServer: MailServer
  readonly log: ReturnType<typeof recordedLog>
  /** Announces what happened and sends what is due, until nothing is. */
  work(): Promise<void>
  /** What arrives while something is done, in the order of those who get it. */
  mailDuring(work: () => Promise<unknown>): Promise<ReceivedMail[]>
}

/** An app with a mail server of its own, and the worker of a real one. */
export const mailApp = async ({ settings, ...more }: AppSettings = {}): Promise<MailApp> => {
  const mailServer = await aMailServer()
  const app = await testApp({
    isHeard: true,
    settings: { SMTP_URL: mailServer.url, OPENSLOT_MAIL_FROM: 'Openslot <no-reply@book.test>', ...settings },
    ...more,
  })
  const log = recordedLog()
  const worker = buildWorker(app.ground, log)
  after(() => app.ground.post.mailer.close())
  const work = async (): Promise<void> => {
    await worker.drain()
    const [mistake] = log.lines.filter(({ level }) => level === 'error')
    if (mistake) throw new Error(`${mistake.message} ${JSON.stringify(mistake.fields)}`)
  }
  return {
    ...app,
    mailServer,
    log,
    work,
    mailDuring: async (doing) => {
      await work()
      const before = mailServer.received.length
      await doing()
      await work()
      return mailServer.received.slice(before).sort((a, b) => recipientOf(a).localeCompare(recipientOf(b)))
    },
  }
}

export const recipientOf = ({ envelopeTo }: ReceivedMail): string => envelopeTo.join()

/** For tests that are about something else: mail is taken, and nobody reads it. */
export const withoutMail = (ground: Ground): Ground => ({
  ...ground,
  post: { ...ground.post, mailer: { send: async () => ({ kind: 'accepted' }), close: () => {} } },
})
