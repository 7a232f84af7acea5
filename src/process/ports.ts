import { createServer } from 'node:net'
import { OperatorError } from './operator-error.ts'

/**
 * Finds out early that a port cannot be had: before a database is opened, and before secrets are made that nobody would
 * see.
 */
export const requireFreePort = async (
  host: string,
  port: number,
  setting: 'PORT' | 'OPENSLOT_METRICS_PORT',
): Promise<void> => {
  const probe = createServer()
  try {
    await new Promise<void>((done, fail) => probe.once('error', fail).listen({ host, port }, done))
  } catch (error) {
    throw new OperatorError(whyNot((error as NodeJS.ErrnoException).code ?? '', host, port, setting))
  }
  await new Promise((done) => probe.close(done))
}

const whyNot = (code: string, host: string, port: number, setting: string): string => {
  const hostSetting = setting.replace('PORT', 'HOST')
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that one, or set ${setting} to a free one, like: ${setting}=${port + 1} npm start`
    case 'EACCES':
      return `This user may not listen on port ${port}. Set ${setting} to one above 1023, and put a proxy in front.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set ${hostSetting} to one it has, or to 0.0.0.0 for all of them.`
    default:
      return `It is not possible to listen on ${host}, port ${port}: ${code}. Check ${hostSetting} and ${setting}.`
  }
}
