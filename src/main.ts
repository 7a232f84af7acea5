import { runCommandLine } from '#cli/run.ts'

await runCommandLine(process.argv.slice(2), async () => ({
  ...(await import('./context.ts')),
  // Most of what there is to load, and only a service needs it.
  serveHttp: async (...asked) => (await import('./app.ts')).serveHttp(...asked),
  serveMetrics: async (config, context) => {
    const { openMetrics, publishMetrics } = await import('./metrics.ts')
    return publishMetrics(await openMetrics(context), config)
  },
  serveWorkerMetrics: async (...asked) => (await import('./metrics.ts')).publishWorkerMetrics(...asked),
  startWork: async (...asked) => (await import('./background.ts')).startWork(...asked),
}))
