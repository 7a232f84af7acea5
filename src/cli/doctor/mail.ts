import { join } from 'node:path'
import type { Config } from '#platform/config.ts'
import { reachSmtp, type SmtpStatus } from '#platform/mail/smtp-check.ts'
import { isOwnMachine } from './addresses.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** Whether mail can leave. None is sent. */
export const examineMail = async ({
  smtpUrl,
  dataFolder,
}: Pick<Config, 'smtpUrl' | 'dataFolder'>): Promise<Finding> => {
  if (smtpUrl === undefined)
    return warning(
      'mail',
      `SMTP_URL is not set, so no mail is sent: messages are saved to ${join(dataFolder, 'mail')}. Set it to a mail server.`,
    )
  return judge(await reachSmtp(smtpUrl), new URL(smtpUrl))
}

const judge = (reach: SmtpStatus, { hostname, port, protocol, username }: URL): Finding => {
  const place = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
  switch (reach.kind) {
    case 'ready':
      if (reach.isEncrypted || isOwnMachine(hostname.replace(/^\[|\]$/g, '')))
        return ok('mail', `${place} responds${username === '' ? '' : ' and accepts the user'}`)
      return warning(
        'mail',
        `${place} offers no encryption: mail${username === '' ? '' : ' and the password'} can be read in transit. Use a server with encryption.`,
      )
    case 'unencrypted':
      return wrong(
        'mail',
        `${place} offers no encryption, so the password was not sent. Use smtps: or another port. In a trusted network, append ?ignoreTLS=true to SMTP_URL.`,
      )
    case 'sign_in_refused':
      return wrong(
        'mail',
        `${place} rejected the user or the password (${reach.code}). Correct them in SMTP_URL. Encode characters such as @ and / as %40 and %2F.`,
      )
    case 'refused':
      return wrong(
        'mail',
        `${place} rejected the connection (${reach.code}). Ask its operator whether this machine is allowed to send there.`,
      )
    case 'untrusted':
      return wrong(
        'mail',
        `The certificate of ${place} is not valid (${reach.code}). Use the host name of the certificate in SMTP_URL, or have the certificate renewed.`,
      )
    case 'unreachable':
      return wrong(
        'mail',
        `${place} cannot be reached (${reach.code}). Check SMTP_URL: the host, the port, and smtp: for 587 or 25, smtps: for 465. Mail is retried for up to four days.`,
      )
    case 'timed_out':
      return wrong(
        'mail',
        `${place} does not respond. A firewall may block it: try port 587 or 465, and check SMTP_URL. Mail is retried for up to four days.`,
      )
  }
}
