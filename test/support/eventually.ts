import { setTimeout as pause } from 'node:timers/promises'

/** Waits until it is so. The guard is against hanging; it measures nothing. */
export const eventually = async (
  what: string,
  isSo: () => boolean | Promise<boolean>,
  guardMilliseconds = 30_000,
): Promise<void> => {
  for (const began = performance.now(); performance.now() - began < guardMilliseconds; ) {
    if (await isSo()) return
    await pause(20)
  }
  throw new Error(`Waited ${guardMilliseconds / 1000} s in vain: ${what}`)
}
