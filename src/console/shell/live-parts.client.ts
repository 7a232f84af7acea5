// `data-polls="seconds"` on a page: its parts with `data-part` and an id follow by themselves, and nothing else is
// touched, except the number of seconds.

/**
 * The token of a form differs from page to page, and a script shows what has no use without it: neither is a change.
 */
const contentOf = (part: Element): string =>
  part.outerHTML.replaceAll(/name="form_token" value="[^"]*"| hidden=""/g, '')

/** The focus, and what was typed, stay where they are. */
const isInUse = (part: Element): boolean =>
  part.contains(document.activeElement) ||
  [...part.querySelectorAll('input')].some(
    ({ type, value }) => type !== 'hidden' && type !== 'checkbox' && value !== '',
  )

/** The element itself stays, so that a live region announces its new text. */
const follow = (part: Element, next: Element): void => {
  if (contentOf(part) === contentOf(next) || isInUse(part)) return
  part.className = next.className
  part.replaceChildren(...next.childNodes)
}

const pollingIn = (page: Document): HTMLElement | null => page.querySelector<HTMLElement>('main [data-polls]')

const poll = async (): Promise<void> => {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) return
  const fetched = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of document.querySelectorAll('main [data-part]')) {
    const next = fetched.getElementById(part.id)
    if (next) follow(part, next)
  }
  const [polling, nextPolling] = [pollingIn(document), pollingIn(fetched)]
  if (polling && nextPolling) polling.dataset.polls = nextPolling.dataset.polls
  document.dispatchEvent(new CustomEvent('console:followed'))
}

export const watchParts = (): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const seconds = (): number => Number(pollingIn(document)?.dataset.polls ?? 0)
  const next = (): void => {
    clearTimeout(timer)
    if (seconds() > 0) timer = setTimeout(() => void look(), seconds() * 1000)
  }
  // A page in the background asks for nothing; it is up to date as soon as it is looked at.
  const look = async (): Promise<void> => {
    if (seconds() > 0 && document.visibilityState === 'visible') await poll().catch(() => {})
    next()
  }
  document.addEventListener('console:changed', next)
  document.addEventListener('visibilitychange', () => void look())
  next()
}
