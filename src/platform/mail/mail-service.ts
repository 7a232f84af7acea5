import type { Config } from '../config.ts'
import { day } from '../time/durations.ts'
import { deleteOldFiles, fileMailer, mailFolderIn } from './files.ts'
import type { Mailbox, Mailer } from './mail.ts'
import { smtpMailer } from './smtp.ts'

/** How mail leaves, and in whose name. */
export interface MailService {
  readonly from: Mailbox
  readonly mailer: Mailer
  /** False: messages are written to files. */
  readonly hasServer: boolean
  /**
   * A piece of the files that are older than they are kept, also where there is a server by now; whether there are
   * more.
   */
  clearFiles(now: Date): Promise<{ readonly more: boolean }>
}

/** What the settings name: a server, or a folder. Nothing is opened before there is something to send. */
export const openMailService = ({
  smtpUrl,
  mailFrom,
  mailFileDays,
  dataFolder,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailFileDays' | 'dataFolder'>): MailService => {
  const folder = mailFolderIn(dataFolder)
  return {
    from: mailFrom,
    hasServer: smtpUrl !== undefined,
    mailer: smtpUrl === undefined ? fileMailer(folder) : smtpMailer(smtpUrl),
    clearFiles: (now) => deleteOldFiles(folder, new Date(now.getTime() - mailFileDays * day)),
  }
}
