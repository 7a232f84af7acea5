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
      `There is no SMTP_URL, so nobody gets mail: messages are files in ${join(dataFolder, 'mail')}. Set it to a mail server.`,
    )
  return judge(await reachSmtp(smtpUrl), new URL(smtpUrl))
}

const judge = (reach: SmtpStatus, { hostname, port, protocol, username }: URL): Finding => {
  const place = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
  switch (reach.kind) {
    case 'ready':
      if (reach.isEncrypted || isOwnMachine(hostname.replace(/^\[|\]$/g, '')))
        return ok('mail', `${place} answers${username === '' ? '' : ', and knows the user'}`)
      return warning(
        'mail',
        `${place} offers no encryption: mail${username === '' ? '' : ' and the password'} can be read on the way. Use a server that does.`,
      )
    case 'unencrypted':
      return wrong(
        'mail',
        `${place} offers no encryption, so the password is not sent. Use smtps: or another port; or, in a network you trust, end SMTP_URL in ?ignoreTLS=true.`,
      )
    case 'sign_in_refused':
      return wrong(
        'mail',
        `${place} refuses the user or the password (${reach.code}). Correct them in SMTP_URL; write signs like @ and / as %40 and %2F.`,
      )
    case 'refused':
      return wrong(
        'mail',
        `${place} does not want to talk to us (${reach.code}). Ask whoever runs it whether this machine may send there.`,
      )
    case 'untrusted':
      return wrong(
        'mail',
        `The certificate of ${place} is not good (${reach.code}). Use the name that it is for in SMTP_URL, or have it renewed.`,
      )
    case 'unreachable':
      return wrong(
        'mail',
        `${place} cannot be reached (${reach.code}). Check SMTP_URL: the name, the port, and smtp: for 587 or 25, smtps: for 465. Mail waits up to four days.`,
      )
    case 'timed_out':
      return wrong(
        'mail',
        `${place} does not answer. A firewall may be in the way: try port 587 or 465, and check SMTP_URL. Mail waits up to four days.`,
      )
  }
}
