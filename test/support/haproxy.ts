import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { freePort, launch, newFolder } from './processes.ts'

/** HAProxy in front of servers on these ports of this machine, as the documents recommend it. Gives its address. */
export const startHaproxy = async (ports: readonly number[]): Promise<string> => {
  const port = await freePort()
  const file = join(await newFolder(), 'haproxy.cfg')
  const servers = ports.map((each) => `  server s${each} 127.0.0.1:${each} check inter 1s fall 1 rise 1`)
  await writeFile(
    file,
    `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch
frontend front
  bind 127.0.0.1:${port}
  default_backend openslot
backend openslot
  balance roundrobin
  option httpchk GET /health/ready
${servers.join('\n')}
`,
  )
  const proxy = launch('haproxy', ['-db', '-f', file], {})
  const address = `http://127.0.0.1:${port}`
  await eventually(`HAProxy answers: ${proxy.stderr()}`, async () => (await fetch(`${address}/health/ready`).catch(() => undefined))?.status === 200)
  return address
}
