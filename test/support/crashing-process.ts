import { endOnCrash } from '#process/signals.ts'

const nothing = (): void => {}

// Its log never says that it was written.
endOnCrash({ debug: nothing, info: nothing, warn: nothing, error: nothing, flush: () => new Promise(nothing) })
setInterval(nothing, 1_000)
setTimeout(() => {
  throw new Error('planted')
})
