import { join } from 'node:path'
import type { Config } from '../config.ts'
import { fileMailer } from './files.ts'
import type { Mailbox, Mailer } from './mail.ts'
import { smtpMailer } from './smtp.ts'

/** How mail leaves, and in whose name. */
export interface Post {
  readonly from: Mailbox
  readonly mailer: Mailer
}

/** What the settings name: a server, or a folder. Nothing is opened before there is something to send. */
export const openPost = ({ smtpUrl, mailFrom, dataFolder }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder'>): Post => ({
  from: mailFrom,
  mailer: smtpUrl === undefined ? fileMailer(join(dataFolder, 'mail')) : smtpMailer(smtpUrl),
})
