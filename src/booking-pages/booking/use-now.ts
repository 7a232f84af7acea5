import { useEffect, useState } from 'preact/hooks'

const minuteMilliseconds = 60_000

/** The clock of the browser. */
export const browserNow = (): number => Date.now()

/** The browser's time, updated as the minutes change. Undefined until the script runs. */
export const useNow = (isLive: boolean): number | undefined => {
  const [now, setNow] = useState<number | undefined>(undefined)
  useEffect(() => {
    if (!isLive) return
    const tick = (): void => setNow(browserNow())
    tick()
    const timer = setInterval(tick, minuteMilliseconds / 4)
    return () => clearInterval(timer)
  }, [isLive])
  return now
}
