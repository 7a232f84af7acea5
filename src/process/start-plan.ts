import type { LockKind, ServerKind } from '#instance/store/server-lock.ts'
import type { Config } from '#platform/config.ts'

/** The kinds of processes that keep running on a PostgreSQL database. */
export type RunningKind = Exclude<LockKind, 'nobody_else'>

/** What a process that keeps running is for. */
export interface Duties {
  /** Which kind of server it is, if it answers requests. */
  readonly server?: ServerKind
  /** How many share its port, if it is one of those that a supervisor has started. */
  readonly workers?: number
  readonly chores: boolean
  /** Else it must find the database as this release needs it. */
  readonly migrates: boolean
}

export interface ClaimedPort {
  readonly setting: 'PORT' | 'OPENSLOT_METRICS_PORT'
  readonly host: string
  readonly port: number
}

/** What a process takes for itself when it starts. */
export interface StartPlan {
  /** The embedded database belongs to one process, which runs the commands of others. */
  readonly holdsFolder: boolean
  readonly ports: readonly ClaimedPort[]
  readonly lock: { readonly url: string; readonly kind: RunningKind } | undefined
  readonly migrates: boolean
}

type PlannedConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'host' | 'port' | 'metricsHost' | 'metricsPort'>

export const startPlan = (
  { databaseUrl, databaseDirectUrl, host, port, metricsHost, metricsPort }: PlannedConfig,
  { server, workers, migrates }: Omit<Duties, 'chores'>,
): StartPlan => {
  const isEmbedded = databaseUrl === undefined
  const ports: ClaimedPort[] = []
  // The supervisor of workers has looked. To look once more would take connections from those that serve.
  if (workers === undefined) {
    if (server) ports.push({ setting: 'PORT', host, port })
    if (metricsPort !== undefined)
      ports.push({ setting: 'OPENSLOT_METRICS_PORT', host: metricsHost, port: metricsPort })
  }
  return {
    holdsFolder: isEmbedded,
    ports,
    lock: databaseDirectUrl === undefined ? undefined : { url: databaseDirectUrl, kind: server ?? 'worker' },
    // The embedded database has nobody else to do it.
    migrates: migrates || isEmbedded,
  }
}
