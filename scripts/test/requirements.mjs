// What a machine may lack, and how to tell. Tests that need it are skipped with a loud line, or fail when
// OPENSLOT_TEST_REQUIRE names it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const inPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const oldestPostgres = 15
const debianFolder = '/usr/lib/postgresql'

/** The folder of the newest server binaries: Debian keeps them out of the PATH. */
export const postgresBinaries = () => {
  const debian = existsSync(debianFolder)
    ? readdirSync(debianFolder).map((version) => join(debianFolder, version, 'bin'))
    : []
  const path = inPath('initdb')
  const candidates = [...debian, ...(path ? [join(path, '..')] : [])].filter(
    (folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  )
  return candidates
    .map((folder) => ({
      folder,
      version: Number(
        / (\d+)/.exec(spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0,
      ),
    }))
    .filter(({ version }) => version >= oldestPostgres)
    .sort((a, b) => b.version - a.version)[0]?.folder
}

/** PostgreSQL refuses to run as root; then it runs as somebody who owns nothing else. Undefined: as ourselves. */
export const postgresUser = () => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Each finds what it needs, or gives undefined. */
const requirements = {
  postgres: {
    find: () => process.env.DATABASE_URL || postgresBinaries(),
    install: 'PostgreSQL 15 or newer (or set DATABASE_URL to a server where databases may be created)',
  },
  redis: { find: () => inPath('redis-server'), install: 'redis-server' },
  caldav: {
    find: () =>
      inPath('xandikos') &&
      spawnSync('/usr/bin/python3', ['-c', 'import radicale, recurring_ical_events, dateutil']).status === 0
        ? 'xandikos'
        : undefined,
    install: 'radicale, xandikos, python3-recurring-ical-events and python3-dateutil',
  },
  cyrus: {
    find: () =>
      ['master', 'httpd', 'imapd'].every((name) => isExecutable(`/usr/lib/cyrus/bin/${name}`))
        ? inPath('saslpasswd2')
        : undefined,
    install: 'cyrus-caldav, cyrus-imapd and sasl2-bin',
  },
  chromium: { find: () => chromiumNames.map(inPath).find(Boolean), install: 'chromium' },
  netns: {
    find: () =>
      spawnSync('unshare', ['--user', '--map-root-user', '--net', 'true']).status === 0 ? 'unshare' : undefined,
    install: 'util-linux, and allow user namespaces',
  },
  tzdata: {
    find: () => inPath('zdump') && ['/usr/share/zoneinfo/tzdata.zi'].find(existsSync),
    install: 'tzdata and zdump (libc-bin)',
  },
  shell: {
    find: () => (['bash', 'curl', 'openssl', 'python3'].every(inPath) ? 'bash' : undefined),
    install: 'bash, curl, openssl and python3',
  },
  packages: {
    find: () =>
      [
        'mmdebstrap',
        'dpkg-deb',
        'podman',
        'podman-compose',
        'runc',
        'aarch64-linux-gnu-strip',
        'x86_64-linux-gnu-strip',
        'caddy',
        'promtool',
      ].every(inPath)
        ? 'podman'
        : undefined,
    install:
      'mmdebstrap, podman, podman-compose, runc, binutils-aarch64-linux-gnu, binutils-x86-64-linux-gnu, caddy and prometheus',
  },
  patroni: {
    find: () => (['patroni', 'etcd', 'haproxy', 'setpriv'].every(inPath) ? 'patroni' : undefined),
    install: 'patroni, etcd-server, python3-etcd and haproxy',
  },
  conformance: {
    find: () => ['test/tools/mcp-conformance/node_modules'].find(existsSync),
    install: 'the packages of test/tools/mcp-conformance (npm ci --prefix test/tools/mcp-conformance)',
  },
}

const found = new Map()

/** Where it is on this machine; undefined when it is not. */
export const find = (name) => {
  if (!found.has(name)) found.set(name, requirements[name].find())
  return found.get(name)
}

/** Undefined when the machine has it, else the sentence to say. */
export const lackOf = (name) =>
  find(name) ? undefined : `this machine has no ${name}; install ${requirements[name].install} to run it`

/** What OPENSLOT_TEST_REQUIRE names. */
export const required = () =>
  (process.env.OPENSLOT_TEST_REQUIRE ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** What is required and not there: a sentence each. */
export const missingRequirements = () =>
  required().flatMap((name) => {
    if (!Object.hasOwn(requirements, name))
      return [`OPENSLOT_TEST_REQUIRE names ${name}, but only these are known: ${Object.keys(requirements).join(', ')}.`]
    const lack = lackOf(name)
    return lack ? [`OPENSLOT_TEST_REQUIRE names ${name}, but ${lack}.`] : []
  })
