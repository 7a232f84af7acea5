import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#platform/db/database.ts'

/** What an operator watches. Routes are templates and statuses are few, so the number of series is bounded. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #durations: Histogram<'method' | 'route' | 'status'>
  readonly limiterAway: Counter

  constructor(database: Database) {
    collectDefaultMetrics({ register: this.#registry, prefix: 'openslot_' })
    this.#durations = new Histogram({
      name: 'openslot_http_request_seconds',
      help: 'Duration of requests by route template',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [this.#registry],
    })
    this.limiterAway = new Counter({
      name: 'openslot_limiter_away_total',
      help: 'Requests that were counted in memory or refused because the shared limit store was away',
      registers: [this.#registry],
    })
    new Gauge({
      name: 'openslot_database_connections',
      help: 'Database connections by state, and callers that wait for one',
      labelNames: ['state'],
      registers: [this.#registry],
      collect() {
        const { busy, idle, waiting } = database.pressure()
        this.set({ state: 'busy' }, busy)
        this.set({ state: 'idle' }, idle)
        this.set({ state: 'waiting' }, waiting)
      },
    })
  }

  /** A number that is read when somebody asks. Where it cannot be read, it is missing. */
  watch(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      // Workers see the same database, each a moment later.
      aggregator: 'max',
      async collect() {
        await read().then(
          (value) => this.set(value),
          // Not `reset`, which sets it to zero.
          () => this.remove(),
        )
      },
    })
  }

  /** Counts that are kept elsewhere. */
  watchCounts(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => readonly { readonly labels: Readonly<Record<string, string>>; readonly count: number }[],
  ): void {
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const { labels, count } of read()) this.inc(labels, count)
      },
    })
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.#durations.observe({ method, route, status }, seconds)
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  /** As plain data. */
  values(): Promise<readonly object[]> {
    return this.#registry.getMetricsAsJSON()
  }
}

/** The metrics of several processes: counts are added up. */
export const textOfAll = (values: readonly (readonly object[])[]): Promise<string> =>
  AggregatorRegistry.aggregate([...values]).metrics()

/**
 * The names of this machine itself. A page in a browser can have any other name point here, and would then read what is
 * answered.
 */
const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i

/**
 * On a port of its own. On an address of this machine alone, browsers of this machine are kept out; elsewhere, the
 * network has to keep the world out.
 */
export const serveMetrics = async (metrics: Pick<Metrics, 'text'>, host: string, port: number): Promise<Server> => {
  const isOwnOnly = ownHost.test(host.includes(':') ? `[${host}]` : host)
  const server = createServer(async (request, response) => {
    if (isOwnOnly && !ownHost.test(request.headers.host ?? '')) {
      response.writeHead(421).end()
      return
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(await metrics.text())
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done))
  return server
}
