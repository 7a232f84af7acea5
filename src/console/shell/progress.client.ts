import { refresh } from './swap.client.ts'

/** `data-refreshes-page="seconds"` on a part of the page: the page is shown anew until it has no such part. */
export const watchProgress = (): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = (): void => {
    clearTimeout(timer)
    const seconds = Number(document.querySelector<HTMLElement>('[data-refreshes-page]')?.dataset.refreshesPage)
    if (seconds > 0) timer = setTimeout(() => void tryAgain(), seconds * 1000)
  }
  // A page that was shown anew says that it changed.
  const tryAgain = async (): Promise<void> => {
    if (!(await refresh().catch(() => false))) next()
  }
  document.addEventListener('console:changed', next)
  next()
}
