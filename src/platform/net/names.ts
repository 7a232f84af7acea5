import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { isOwnName } from './destinations.ts'

/** All addresses of a name; none when it has none. Fails when nobody could tell. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** How long a name server may take, and how often it is asked. */
const patience = { timeout: 2_000, tries: 2 }

const noSuchName = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks the name servers of this machine, and its own list of names first. Not `lookup`: that takes a thread of the four
 * there are until the server answers, and names whose servers are dead would keep all others waiting.
 */
export const resolveName: Resolve = async (name) => {
  if (isOwnName(name)) return ['127.0.0.1', '::1']
  const plain = name.toLowerCase().replace(/\.$/, '')
  const listed = await listedAddresses(plain)
  if (listed.length > 0) return listed
  const resolver = new Resolver(patience)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failure = answers.find(
    (answer) => answer.status === 'rejected' && !noSuchName.has((answer.reason as NodeJS.ErrnoException).code ?? ''),
  )
  if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason
  return addresses
}

const listedAddresses = async (name: string): Promise<string[]> => {
  const list = await readFile('/etc/hosts', 'utf8').catch(() => '')
  return list.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.some((listed) => listed.toLowerCase() === name) ? [address] : []
  })
}
