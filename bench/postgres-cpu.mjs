import { readdirSync, readFileSync } from 'node:fs'

const statOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ')
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number)
  return { parent: Number(fields[1]), own: user + system, ended: childUser + childSystem }
}

export const postmasterOf = async (client) => {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return statOf(rows[0].pid).parent
}

const microsecondsPerTick = 10_000

/** Microseconds of the server and all its processes, those that have ended included. */
export const cpuOf = (postmaster) => {
  const { own, ended } = statOf(postmaster)
  let ticks = own + ended
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = statOf(name)
      if (stat.parent === postmaster) ticks += stat.own
    } catch {
      // It ended while it was looked at.
    }
  }
  return ticks * microsecondsPerTick
}
