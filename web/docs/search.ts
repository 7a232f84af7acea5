import { element } from './element.ts'
import { rank, type SearchEntry } from './rank.ts'

/** Looks through an index that is loaded once, when somebody is about to search. What is typed is sent nowhere. */
export const addSearch = (): void => {
  const box = document.querySelector<HTMLElement>('.search')
  const path = box?.dataset.index
  if (!box || path === undefined) return
  const input = element('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search the documentation',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const status = element('p', { class: 'unseen', role: 'status' })
  const results = element('ul', { class: 'results', hidden: true })
  box.append(input, status, results)
  box.hidden = false

  let index: Promise<readonly SearchEntry[] | undefined> | undefined
  const load = (): Promise<readonly SearchEntry[] | undefined> => {
    index ??= fetch(path)
      .then((answer) => answer.json() as Promise<readonly SearchEntry[]>)
      .catch(() => {
        index = undefined
        return undefined
      })
    return index
  }

  const close = (): void => {
    results.hidden = true
  }

  const search = async (): Promise<void> => {
    const wanted = input.value
    if (wanted.trim() === '') return close()
    const entries = await load()
    if (wanted !== input.value) return
    const found = entries ? rank(entries, wanted) : []
    const none = entries ? 'No results' : 'Couldn’t load the search index. Type again to retry.'
    results.replaceChildren(
      ...found.map(([title, kind, href]) =>
        element('li', {}, element('a', { href }, element('b', {}, title), element('small', {}, kind))),
      ),
      ...(found.length === 0 ? [element('li', { class: 'none' }, none)] : []),
    )
    status.textContent = found.length === 0 ? none : `${found.length} ${found.length === 1 ? 'result' : 'results'}`
    results.hidden = false
  }

  const links = (): HTMLAnchorElement[] => [...results.querySelectorAll('a')]
  const move = (event: KeyboardEvent, step: number): void => {
    const all = [input, ...links()]
    const at = all.indexOf(document.activeElement as HTMLInputElement)
    all[(at + step + all.length) % all.length]?.focus()
    event.preventDefault()
  }

  input.addEventListener('focus', () => void load())
  input.addEventListener('input', () => void search())
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close()
      input.focus()
    } else if (event.key === 'ArrowDown') move(event, 1)
    else if (event.key === 'ArrowUp') move(event, -1)
    else if (event.key === 'Enter' && event.target === input) links()[0]?.click()
  })
  results.addEventListener('click', close)
  document.addEventListener('click', ({ target }) => {
    if (!box.contains(target as Node)) close()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
    input.focus()
    event.preventDefault()
  })
}
