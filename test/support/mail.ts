import { after } from 'node:test'
import type { AppContext } from '#execution/perform.ts'
import { type AppSettings, type TestApp, testApp } from './app.ts'
import { aMailServer, type MailServer, type ReceivedMail } from './mail-server.ts'
import { type OwnWork, ownWork } from './own-work.ts'

export interface MailApp extends TestApp, Pick<OwnWork, 'work'> {
  readonly mailServer: MailServer
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
  after(() => app.context.mail.mailer.close())
  const { work } = await ownWork(app)
  return {
    ...app,
    mailServer,
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

/** For tests that are about something else: mail is accepted and not read. */
export const withoutMail = (context: AppContext): AppContext => ({
  ...context,
  mail: { ...context.mail, mailer: { send: async () => ({ kind: 'accepted' }), close: () => {} } },
})
