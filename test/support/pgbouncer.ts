import { execFileSync } from 'node:child_process'
import { chmod, chown, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { freePort, launch, newFolder } from './processes.ts'

/** Older releases of Debian have a PgBouncer that does not know prepared statements. */
const suite = 'trixie'
const nobody = 65_534

let program: Promise<readonly string[]> | undefined

/** Fetched from Debian and run from its own folder, with its own libraries. */
const findProgram = (): Promise<readonly string[]> => {
  program ??= (async () => {
    const folder = join(await newFolder(), 'system')
    execFileSync('mmdebstrap', ['--quiet', '--variant=extract', '--include=pgbouncer', suite, folder], {
      stdio: 'pipe',
    })
    await chmod(join(folder, '..'), 0o755)
    await chmod(folder, 0o755)
    const libraries = (await readdir(join(folder, 'usr/lib'))).find((name) => name.endsWith('-linux-gnu')) ?? ''
    const loaders =
      process.arch === 'arm64' ? ['usr/lib', 'ld-linux-aarch64.so.1'] : ['usr/lib64', 'ld-linux-x86-64.so.2']
    return [
      join(folder, ...loaders),
      '--library-path',
      join(folder, 'usr/lib', libraries),
      join(folder, 'usr/sbin/pgbouncer'),
    ]
  })()
  return program
}

/** In transaction mode, unless its settings are others, in front of this database. Gives the address through it. */
export const startPgbouncer = async (
  url: string,
  others: Readonly<Record<string, string | number>> = {},
): Promise<string> => {
  const { searchParams, pathname, username } = new URL(url)
  const database = pathname.slice(1)
  const port = await freePort()
  const folder = await newFolder()
  await chown(folder, nobody, nobody)
  const file = join(folder, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 8,
    max_client_conn: 500,
    max_prepared_statements: 500,
    ignore_startup_parameters: 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ...others,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  await writeFile(
    file,
    `[databases]\n${database} = host=${searchParams.get('host')} dbname=${database} user=${username}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  await chmod(file, 0o644)
  const [command = '', ...words] = await findProgram()
  const running = launch(command, [...words, ...(process.getuid?.() === 0 ? ['--user', 'nobody'] : []), file], {})
  const through = `postgres://${username}@127.0.0.1:${port}/${database}`
  await eventually(`PgBouncer answers: ${running.stderr()}`, async () => {
    const client = new pg.Client({ connectionString: through })
    client.on('error', () => {})
    return client.connect().then(
      async () => {
        await client.end()
        return true
      },
      () => false,
    )
  })
  return through
}
