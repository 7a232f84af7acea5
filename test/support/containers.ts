import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atEnd } from './at-end.ts'
import { launch, type Running } from './processes.ts'

/** Without a daemon, and with limits that a test's own user may set. */
const podman = ['--runtime', 'runc', '--cgroup-manager=cgroupfs']

const call = (...words: string[]): string =>
  execFileSync('podman', [...podman, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** For programs that call podman themselves. */
export const podmanSettings = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
`

const images: string[] = []

/** A name of this run's own: the file names its release, which another run may have loaded as well. */
const ownImageName = (): string => {
  const name = `localhost/openslot-test-${process.pid}:${images.length}`
  images.push(name)
  atEnd(async () => void call('rmi', '--force', name))
  return name
}

/** Gives the name by which the image can be run. */
export const loadImage = (file: string): string => {
  const loaded = call('load', '--quiet', '--input', file).replace(/^Loaded image: /, '')
  const name = ownImageName()
  call('tag', loaded, name)
  call('untag', name, loaded)
  return name
}

/** The same image with another program in it, of a folder. */
export const imageWith = (base: string, folder: string): string => {
  const name = ownImageName()
  const start = ['/usr/bin/node', '--v8-pool-size=1', '--max-semi-space-size=32', '/program/bin/openslot.mjs']
  const recipe = `FROM ${base}\nCOPY . /program\nWORKDIR /program\nENTRYPOINT ${JSON.stringify(start)}\nCMD ["start"]\n`
  const file = join(folder, 'Containerfile')
  writeFileSync(file, recipe)
  call('build', '--quiet', '--format', 'oci', '--tag', name, '--file', file, folder)
  return name
}

export const newVolume = (): string => {
  const name = call('volume', 'create')
  atEnd(async () => void call('volume', 'rm', '--force', name))
  return name
}

export interface Container {
  readonly image: string
  readonly volume: string
  readonly settings: Readonly<Record<string, string>>
  readonly megabytes: number
  /** The command, if not to start the service. */
  readonly words?: readonly string[]
  /** A folder of this machine that is shown at /given. */
  readonly given?: string
}

const names: string[] = []

/**
 * As the compose files run it: nothing can be written but the volume and /tmp, no rights of root, and no more memory
 * than said.
 */
export const runContainer = ({
  image,
  volume,
  settings,
  megabytes,
  words: command = [],
  given: folder,
}: Container): Running & { readonly name: string } => {
  const name = `openslot-test-${process.pid}-${names.length}`
  names.push(name)
  const limits = [
    '--memory',
    `${megabytes}m`,
    '--memory-swap',
    `${megabytes}m`,
    '--ulimit',
    'nofile=1024:1024',
    '--ulimit',
    'nproc=1000:1000',
  ]
  const closed = ['--read-only', '--tmpfs', '/tmp', '--cap-drop=all', '--security-opt', 'no-new-privileges']
  const given = Object.entries(settings).flatMap(([setting, value]) => ['--env', `${setting}=${value}`])
  const shown = folder === undefined ? [] : ['--volume', `${folder}:/given:ro`]
  const words = [
    ...podman,
    'run',
    '--rm',
    '--name',
    name,
    '--network=host',
    ...closed,
    ...limits,
    '--volume',
    `${volume}:/data`,
    ...shown,
    ...given,
    image,
    ...command,
  ]
  return { ...launch('podman', words, {}), name }
}

export const copyFrom = (name: string, path: string, to: string): void => void call('cp', `${name}:${path}`, to)

export const inContainer = (name: string, words: readonly string[]): string => call('exec', name, ...words)
