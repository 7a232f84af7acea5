import { createServer } from 'node:net'
import { OperatorError } from './operator-error.ts'
import type { ClaimedPort } from './start-plan.ts'

/**
 * Finds out early that a port cannot be had: before a database is opened, and before secrets are made that nobody would
 * see.
 */
export const requireFreePort = async ({ host, port, setting }: ClaimedPort): Promise<void> => {
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
      return `Port ${port} is in use by another program. Stop that program, or set ${setting} to a free port, such as: ${setting}=${port + 1} npm start`
    case 'EACCES':
      return `The current user cannot listen on port ${port}. Set ${setting} to a port above 1023 and put a proxy in front.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine does not have the address ${host}. Set ${hostSetting} to one of its addresses, or to 0.0.0.0 for all.`
    default:
      return `Cannot listen on ${host}, port ${port}: ${code}. Check ${hostSetting} and ${setting}.`
  }
}
