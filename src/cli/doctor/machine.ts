import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#platform/config.ts'
import { zoneDataVersion } from '#platform/time/zones.ts'
import { didYouMean } from '../nearest.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** What this computer gives us: the runtime, the folder, the disk. */
export const examineMachine = async (config: Config): Promise<Finding[]> => [
  node(process.versions.node, config.databaseUrl === undefined),
  zones(),
  settings(config),
  ...unknownSettings(config),
  await folder(config.dataFolder),
  await disk(config.dataFolder),
]

const oldestNode = [20, 19] as const
const recommendedNode = 22

/** It compiles the embedded database with four times the memory of those before and after it: 730 MB at the start. */
const hungryNode = 24

export const node = (version: string, isEmbedded: boolean): Finding => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]))
    return wrong('node', `Node ${version} is too old. Install ${oldestNode.join('.')} or newer.`)
  if (major < recommendedNode)
    return warning(
      'node',
      `Node ${version} works, but its security updates have ended or end soon. Use ${recommendedNode} or newer in production.`,
    )
  if (major === hungryNode && isEmbedded)
    return warning(
      'node',
      `Node ${version} takes 730 MB to start the embedded database; 22 and 26 take 230. Use one of those, or start it with node --liftoff-only.`,
    )
  return ok('node', `Node ${version}`)
}

const zones = (): Finding => ok('time zones', `Rules of tzdata ${zoneDataVersion()}`)

const settings = ({ host, port, databaseUrl, rateLimits }: Config): Finding => {
  const used = `Listens on ${host}, port ${port}; ${databaseUrl === undefined ? 'embedded database' : 'PostgreSQL'}`
  return rateLimits
    ? ok('settings', used)
    : warning('settings', `${used}; OPENSLOT_RATE_LIMITS=off, so no requests are limited. Unset it in production.`)
}

const unknownSettings = ({ settings: { known, unknown } }: Config): Finding[] =>
  unknown.map((name) =>
    warning(
      'settings',
      `${name} is set, but no such setting exists.${didYouMean(name, known) || ' docs/settings.md lists all settings.'}`,
    ),
  )

const folder = async (dataFolder: string): Promise<Finding> => {
  const found = await stat(dataFolder).catch(() => undefined)
  if (!found) return ok('data folder', `${dataFolder} does not exist yet; the first start creates it`)
  if (!found.isDirectory()) return wrong('data folder', `${dataFolder} is not a folder. Set OPENSLOT_DATA to one.`)
  const mayUse = await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!mayUse)
    return wrong(
      'data folder',
      `The current user cannot write to ${dataFolder}. Run as the user who owns it, or change the owner with: chown`,
    )
  if ((found.mode & 0o007) !== 0)
    return wrong(
      'data folder',
      `Everyone on this machine can read ${dataFolder}. Restrict it with: chmod 700 ${dataFolder}`,
    )
  const key = join(dataFolder, 'secret.key')
  const exposed = ((await stat(key).catch(() => undefined))?.mode ?? 0) & 0o077
  if (exposed !== 0) return wrong('data folder', `Others can read ${key}. Restrict it with: chmod 600 ${key}`)
  return ok('data folder', `${dataFolder}, for its owner only`)
}

const mebibyte = 1024 * 1024

const disk = async (dataFolder: string): Promise<Finding> => {
  const place = await nearestThatIs(dataFolder)
  const { bavail, bsize } = await statfs(place)
  const free = Math.floor((bavail * bsize) / mebibyte)
  if (free < 100)
    return wrong('disk', `Only ${free} MB are free at ${place}. Free up space before the database can no longer write.`)
  if (free < 1024) return warning('disk', `Only ${free} MB are free at ${place}. Free up space soon.`)
  return ok('disk', `${Math.floor(free / 1024)} GB free`)
}

const nearestThatIs = async (path: string): Promise<string> =>
  stat(path).then(
    () => path,
    () => nearestThatIs(dirname(path)),
  )
