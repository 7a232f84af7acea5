const signals = ['SIGTERM', 'SIGINT'] as const

/** At a terminal, npm passes on the Ctrl-C that the process has got already: one that follows at once is the same one. */
const echoMilliseconds = 1_000

const numbers = { SIGINT: 2, SIGTERM: 15 } as const

/** The first request to stop. A second one ends the process at once. */
export const firstStopSignal = (): Promise<NodeJS.Signals> =>
  new Promise((stop) => {
    let askedAt: number | undefined
    for (const signal of signals) {
      process.on(signal, () => {
        const now = performance.now()
        if (askedAt === undefined) {
          askedAt = now
          stop(signal)
        } else if (now - askedAt > echoMilliseconds) process.exit(128 + numbers[signal])
      })
    }
  })
