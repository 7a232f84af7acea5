import { createHmac } from 'node:crypto'

/**
 * `t=1798000000,v1=562aa7…`: over the time and the body as it is sent. Receivers refuse what is older than three
 * minutes, so every attempt has its own. The key is taken as text, even if it looks like something else.
 */
export const signatureOf = (key: string, body: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`
}
