import { counted } from '#ui/format.ts'
import { copy } from './copy.client.ts'
import type { PaletteItem } from './palette-item.ts'
import { texts } from './script-texts.client.ts'
import { signInAddress } from './swap.client.ts'
import { say, sayFailed, sayWithLink } from './toast.client.ts'

const dialog = document.querySelector<HTMLDialogElement>('#palette')
const input = dialog?.querySelector('input')
const listbox = dialog?.querySelector<HTMLElement>('[role=listbox]')
const status = dialog?.querySelector('[role=status]')
const opener = document.getElementById('palette-open')

let items: readonly PaletteItem[] = []
let shown: readonly PaletteItem[] = []
let chosen = 0

/** Every word of what was typed must be somewhere in it. */
const fits = ({ label, hint = '' }: PaletteItem, typed: string): boolean => {
  const text = `${label} ${hint}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const optionOf = ({ label, hint }: PaletteItem, index: number): HTMLElement => {
  const option = document.createElement('div')
  option.id = `palette-${index}`
  option.setAttribute('role', 'option')
  option.dataset.index = String(index)
  option.append(Object.assign(document.createElement('span'), { textContent: label }))
  if (hint !== undefined)
    option.append(Object.assign(document.createElement('span'), { className: 'soft clip', textContent: hint }))
  return option
}

const groupOf = (group: 'do' | 'go', title: string): HTMLElement[] => {
  const options = shown.flatMap((item, index) => (item.group === group ? optionOf(item, index) : []))
  if (options.length === 0) return []
  const box = document.createElement('div')
  box.setAttribute('role', 'group')
  box.setAttribute('aria-label', title)
  box.append(Object.assign(document.createElement('h3'), { textContent: title, ariaHidden: 'true' }), ...options)
  return [box]
}

const mark = (): void => {
  for (const option of listbox?.querySelectorAll('[role=option]') ?? []) {
    const isChosen = option.id === `palette-${chosen}`
    option.setAttribute('aria-selected', String(isChosen))
    if (isChosen) option.scrollIntoView({ block: 'nearest' })
  }
  if (shown.length > 0) input?.setAttribute('aria-activedescendant', `palette-${chosen}`)
  else input?.removeAttribute('aria-activedescendant')
}

const filter = (): void => {
  // What can be done comes before where one can go, in the list as in the order of the arrow keys.
  const fitting = items.filter((item) => fits(item, input?.value.trim() ?? ''))
  shown = [...fitting.filter(({ group }) => group === 'do'), ...fitting.filter(({ group }) => group === 'go')].slice(
    0,
    40,
  )
  chosen = 0
  listbox?.replaceChildren(...groupOf('do', texts.doGroup), ...groupOf('go', texts.goGroup))
  if (shown.length === 0)
    listbox?.append(Object.assign(document.createElement('p'), { className: 'soft', textContent: texts.noResults }))
  if (status)
    status.textContent =
      shown.length === 0
        ? texts.noResults
        : counted({ locale: document.documentElement.lang }, shown.length, texts.found)
  mark()
}

const act = async (item: PaletteItem | undefined): Promise<void> => {
  if (!item) return
  dialog?.close()
  if (item.href !== undefined) location.assign(item.href)
  if (item.copy !== undefined) (await copy(item.copy)) ? say(texts.copied) : sayFailed()
  if (item.post) submit(item.post)
}

const submit = ({ action, fields }: NonNullable<PaletteItem['post']>): void => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, hidden: true })
  for (const [name, value] of Object.entries({ form_token: dialog?.dataset.token ?? '', ...fields })) {
    form.append(Object.assign(document.createElement('input'), { name, value }))
  }
  document.body.append(form)
  form.submit()
}

export const openPalette = async (): Promise<void> => {
  if (!dialog || !input || dialog.open) return
  input.value = ''
  dialog.showModal()
  try {
    const answer = await fetch('/app/palette', { headers: { accept: 'application/json' } })
    if (answer.status === 401) {
      dialog.close()
      sayWithLink(texts.signedOut, signInAddress(), '→')
      return
    }
    items = ((await answer.json()) as { readonly items: readonly PaletteItem[] }).items
    filter()
  } catch {
    dialog.close()
    sayFailed()
  }
}

export const watchPalette = (): void => {
  opener?.removeAttribute('hidden')
  opener?.addEventListener('click', () => void openPalette())
  input?.addEventListener('input', filter)
  dialog?.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
    const option = (event.target as Element).closest<HTMLElement>('[role=option]')
    if (option) void act(shown[Number(option.dataset.index)])
  })
  dialog?.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && shown.length > 0) {
      event.preventDefault()
      chosen = (chosen + by + shown.length) % shown.length
      mark()
    }
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault()
      void act(shown[chosen])
    }
  })
}
