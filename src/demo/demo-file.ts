import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#platform/make-folder.ts'
import { OperatorError } from '#process/operator-error.ts'
import type { DemoScheduledEvent } from './bookings.ts'
import type { DemoEventType } from './event-types.ts'
import type { DemoRoutingForm } from './routing-form.ts'

export interface DemoAddresses {
  readonly base_url: string
  readonly auth_url: string
  readonly mcp_url: string
  readonly site_url: string
}

export interface DemoPerson {
  readonly uri: string
  readonly name: string
  readonly email: string
  readonly password: string
  /** With all scopes. */
  readonly token: string
}

interface Named {
  readonly uri: string
  readonly name: string
}

/** What is in demo.json, for programs that want to try the service. */
export interface Demo extends DemoAddresses {
  readonly organization: string
  readonly users: {
    readonly owner: DemoPerson
    readonly admin: DemoPerson
    readonly user: DemoPerson
    readonly group_admin: DemoPerson
    readonly outsider: DemoPerson
  }
  readonly groups: readonly Named[]
  readonly teams: readonly Named[]
  readonly event_types: readonly DemoEventType[]
  readonly routing_forms: readonly DemoRoutingForm[]
  readonly scheduled_events: readonly DemoScheduledEvent[]
  readonly invitations: readonly { readonly uri: string; readonly email: string; readonly status: string }[]
  /** Not in the organization any more; the token is for the organization of their own. */
  readonly removed_member: DemoPerson & { readonly membership: string }
  readonly outsider_organization: string
  /** Registered by the owner, with all scopes. */
  readonly oauth_app: { readonly client_id: string; readonly client_secret: string; readonly redirect_uri: string }
}

export const demoFileIn = (dataFolder: string): string => join(dataFolder, 'demo.json')

export const readDemo = async (dataFolder: string): Promise<Demo | undefined> => {
  const text = await readFile(demoFileIn(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Demo)
  } catch {
    throw new OperatorError(
      `${demoFileIn(dataFolder)} cannot be read: it is no JSON any more. Put a copy back, or move it away to fill an empty database anew.`,
    )
  }
}

/** The whole file or none of it, and for nobody else to read: it is full of secrets. */
export const writeDemo = async (dataFolder: string, demo: Demo): Promise<void> => {
  const path = demoFileIn(dataFolder)
  const unfinished = `${path}.${randomUUID()}`
  await makeFolder(dataFolder)
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(demo, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** What it was about is not in this database; but it may be in another, and the secrets are nowhere else. */
export const putDemoAside = async (dataFolder: string): Promise<void> => rename(demoFileIn(dataFolder), `${demoFileIn(dataFolder)}.${randomUUID()}.old`)

/** The same demo at other addresses. */
export const readdress = (demo: Demo, addresses: DemoAddresses): Demo => {
  const before = `${demo.base_url}/`
  const move = (value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith(before) ? `${addresses.base_url}/${value.slice(before.length)}` : value
    if (Array.isArray(value)) return value.map(move)
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, move(inner)]))
    return value
  }
  return { ...(move(demo) as Demo), ...addresses }
}
