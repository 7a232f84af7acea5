// What was typed and is not saved waits in the browser, for each person, page and field.

type Text = HTMLInputElement | HTMLTextAreaElement

const keyOf = (field: HTMLElement): string =>
  `openslot ${document.body.dataset.person} ${location.pathname} ${field.dataset.field}`

/** Only what is typed: a choice is saved at once. Never a password. */
const textIn = (field: HTMLElement): Text | null =>
  field.querySelector<Text>('textarea, input:is([type=text], [type=email], [type=url], [type=number], [type=search])')

export const keep = (field: HTMLElement): void => {
  const text = textIn(field)
  if (text) localStorage.setItem(keyOf(field), text.value)
}

export const forget = (field: HTMLElement): void => localStorage.removeItem(keyOf(field))

/** True when there was something else than what is saved. */
export const restore = (field: HTMLElement): boolean => {
  const text = textIn(field)
  const kept = localStorage.getItem(keyOf(field))
  if (!text || kept === null) return false
  if (kept === text.value) {
    forget(field)
    return false
  }
  text.value = kept
  return true
}
