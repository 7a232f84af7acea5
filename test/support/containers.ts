import { execFileSync } from 'node:child_process'
import { atEnd } from './at-end.ts'
import { launch, type Running } from './processes.ts'

/** Without a daemon, and with limits that a test's own user may set. */
const podman = ['--runtime', 'runc', '--cgroup-manager=cgroupfs']

const call = (...words: string[]): string => execFileSync('podman', [...podman, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** Gives the name by which the image can be run. */
export const loadImage = (file: string): string => {
  const name = call('load', '--quiet', '--input', file).replace(/^Loaded image: /, '')
  atEnd(async () => void call('rmi', '--force', name))
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
}

const names: string[] = []

/** As the compose files run it: nothing can be written but the volume and /tmp, no rights of root, and no more memory than said. */
export const runContainer = ({ image, volume, settings, megabytes }: Container): Running & { readonly name: string } => {
  const name = `openslot-test-${process.pid}-${names.length}`
  names.push(name)
  const limits = ['--memory', `${megabytes}m`, '--memory-swap', `${megabytes}m`, '--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1000:1000']
  const closed = ['--read-only', '--tmpfs', '/tmp', '--cap-drop=all', '--security-opt', 'no-new-privileges']
  const given = Object.entries(settings).flatMap(([setting, value]) => ['--env', `${setting}=${value}`])
  const words = [...podman, 'run', '--rm', '--name', name, '--network=host', ...closed, ...limits, '--volume', `${volume}:/data`, ...given, image]
  return { ...launch('podman', words, {}), name }
}

export const inContainer = (name: string, words: readonly string[]): string => call('exec', name, ...words)
