import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { Mailbox } from './mail/mail.ts'
import { type Network, readNetwork } from './net/address.ts'

/** A setting that cannot be used; the message says which, and what to do. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

/**
 * How a setting is written, in words for the reference, and read. A text that has not this form throws `WrongSetting`.
 */
export interface Form<Value> {
  readonly words: string
  read(name: string, text: string, example: string): Value
}

export const text: Form<string> = { words: 'text', read: (_, given) => given }

export const file: Form<string> = { words: 'a path', read: (_, given) => resolve(given) }

export const host: Form<string> = {
  words: 'an IP address, or a name of this machine',
  read: (name, given) => {
    if (isIP(given) !== 0 || (/^[a-z0-9.-]+$/i.test(given) && URL.canParse(`http://${given}`))) return given
    throw new WrongSetting(
      `${name} must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all addresses, not "${given}".`,
    )
  },
}

const wholeNumber = (words: string, most: number): Form<number> => ({
  words,
  read: (name, given) => {
    const number = Number(given)
    if (!/^\d+$/.test(given) || number < 1 || number > most)
      throw new WrongSetting(`${name} must be ${words}, not "${given}".`)
    return number
  },
})

export const port = wholeNumber('a port number from 1 to 65535', 65_535)

export const count = wholeNumber('a whole number of at least 1', 1_000_000_000)

export const days = (most: number): Form<number> => wholeNumber(`a number of days from 1 to ${most}`, most)

/** Names of hosts, or `*`. */
export const domains: Form<readonly string[]> = {
  words: 'domains, separated by commas',
  read: (name, given, example) => {
    const all = given.split(',').map((one) => one.trim().toLowerCase())
    for (const one of all)
      if (one !== '*' && !(/^[a-z0-9.-]+\.[a-z0-9-]+$/.test(one) && URL.canParse(`https://${one}`)))
        throw new WrongSetting(`${name} must be domains, separated by commas, such as ${example}, not "${one}".`)
    return all
  },
}

export const oneOf = <const Choice extends string>(...choices: readonly Choice[]): Form<Choice> => ({
  words: `one of ${choices.map((choice) => `\`${choice}\``).join(', ')}`,
  read: (name, given) => {
    const choice = choices.find((candidate) => candidate === given)
    if (choice === undefined) throw new WrongSetting(`${name} must be one of ${choices.join(', ')}, not "${given}".`)
    return choice
  },
})

/** The text is not shown when it is refused: it may hold a password. */
export const url = (...schemes: readonly string[]): Form<string> => ({
  words: `a URL that starts with ${schemes.map((scheme) => `\`${scheme}\``).join(' or ')}`,
  read: (name, given, example) => {
    if (!URL.canParse(given) || !schemes.includes(new URL(given).protocol))
      throw new WrongSetting(`${name} is not a valid URL for this setting. Use a URL such as ${example}.`)
    return given
  },
})

const web = url('http:', 'https:')

/** Where the world reaches a part of the service. */
export const publicAddress: Form<string> = {
  words: `${web.words}, with a host, a port, and a path only`,
  read: (name, given, example) => {
    const { search, hash, username } = new URL(web.read(name, given, example))
    if (search || hash || username)
      throw new WrongSetting(
        `${name} can contain a scheme, a host, a port, and a path only. Remove everything after the path.`,
      )
    return given.replace(/\/+$/, '')
  },
}

const smtpParameters = ['requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized']
const mailServer = url('smtp:', 'smtps:')

export const smtpUrl: Form<string> = {
  words: `${mailServer.words}; it can end in ${smtpParameters.map((key) => `\`?${key}=true\``).join(', ')} or the same with \`false\``,
  read: (name, given, example) => {
    mailServer.read(name, given, example)
    const wrong = [...new URLSearchParams(given.split('?')[1])].find(
      ([key, value]) => !smtpParameters.includes(key) || !/^(true|false)$/.test(value),
    )
    if (wrong)
      throw new WrongSetting(
        `${name} can end in ${smtpParameters.map((key) => `${key}=true`).join(', ')} or the same with false, not "${wrong[0]}".`,
      )
    return given
  },
}

export const mailbox: Form<Mailbox> = {
  words: 'an email address, alone or in angle brackets after a name',
  read: (name, given) => {
    const [, called = '', inside, alone] =
      /^(?:([^<>]*)<([^<>\s@,;:"]+@[^<>\s@,;:"]+)>|([^<>\s@,;:"]+@[^<>\s@,;:"]+))$/.exec(given) ?? []
    const address = inside ?? alone
    if (address === undefined)
      throw new WrongSetting(`${name} must be an address such as Example <no-reply@example.com>, not "${given}".`)
    return { name: called.trim().replace(/^"(.*)"$/, '$1') || 'Openslot', address }
  },
}

const listOf = <Entry>(words: string, entryFrom: (name: string, entry: string) => Entry): Form<Entry[]> => ({
  words: `${words}, separated by commas`,
  read: (name, given) =>
    given
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map((entry) => entryFrom(name, entry)),
})

export const networks: Form<Network[]> = listOf('IP addresses and networks', (name, entry) => {
  const network = readNetwork(entry)
  if (!network)
    throw new WrongSetting(
      `${name} must be a list of addresses and networks, such as 127.0.0.1,10.0.0.0/8. "${entry}" is neither.`,
    )
  return network
})

export const origins: Form<string[]> = listOf('origins (scheme, host and port)', (name, entry) => {
  if (!URL.canParse(entry) || new URL(entry).origin !== entry)
    throw new WrongSetting(
      `${name} must be a list of origins like https://tool.example.com,http://localhost:6274; "${entry}" is none.`,
    )
  return entry
})

export const mailDomains: Form<string[]> = listOf('domains', (name, entry) => {
  const domain = entry.replace(/^@/, '').toLowerCase()
  if (!isDomain(domain))
    throw new WrongSetting(`${name} must be a list of domains, such as example.com,example.org; "${entry}" is none.`)
  return domain
})

/** Of addresses: two labels at least, in the form that name servers know. */
const isDomain = (text: string): boolean =>
  text.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(text)

/** Accounts of everybody are no company's: whoever has one of them could sign in. */
const everybodys = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)(?:\/|$)/i

export const issuer: Form<string> = {
  words: `${web.words}, as the provider's discovery document has it; at Microsoft with the ID of a tenant`,
  read: (name, given, example) => {
    const { search, hash, username } = new URL(web.read(name, given, example))
    if (search || hash || username)
      throw new WrongSetting(
        `${name} is the bare issuer, such as ${example}. Remove the user, the query, and the hash.`,
      )
    if (everybodys.test(given))
      throw new WrongSetting(
        `${name} names the accounts of everybody. Use the ID of your own tenant in place of common, organizations, or consumers.`,
      )
    return given
  },
}

export const tenant: Form<string> = {
  words: '`common`, `organizations`, `consumers`, or the ID or domain of a tenant',
  read: (name, given) => {
    if (!/^[a-z0-9.-]+$/i.test(given))
      throw new WrongSetting(
        `${name} must be common, organizations, consumers, or the ID or domain of a tenant, not "${given}".`,
      )
    return given
  },
}

export const howToMakeASecret = `Create one with: node -p "require('crypto').randomBytes(32).toString('base64')"`

export const secret: Form<string> = {
  words: 'text of at least 32 characters that is no example and does not repeat a few characters',
  read: (name, given) => {
    if (given.length >= 32) return given
    throw new WrongSetting(`${name} must have at least 32 characters. ${howToMakeASecret}`)
  },
}
