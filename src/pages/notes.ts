import { html, type Markup } from '#http/markup.ts'
import type { AccountTexts } from '../../languages/account-texts.ts'
import type { Visit } from './visit.ts'

/** What a page says after a redirect from a form. The address holds only the name, so it can show no other text. */
export type NoteName = keyof AccountTexts['notes']

/** `path` with a note to show there. */
export const withNote = (path: string, name: NoteName): string => `${path}?${new URLSearchParams({ note: name })}`

export const noteOf = ({ query, language }: Pick<Visit, 'query' | 'language'>): Markup | false => {
  const { notes } = language.account
  const name = query.get('note') ?? ''
  return Object.hasOwn(notes, name) && html`<p class="note" role="status">${notes[name as NoteName]}</p>`
}
