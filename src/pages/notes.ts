import { html, type Markup } from '#http/markup.ts'
import type { Visit } from './visit.ts'

/** What a page says after a redirect from a form. The address holds only the name, so it can show no other text. */
const notes = {
  welcome: 'Welcome. You are signed in.',
  joined: 'You are a member now.',
  'name-changed': 'Your name was changed.',
  'picture-changed': 'Your picture was changed.',
  'logo-changed': 'The logo was changed.',
  'email-requested': 'If nobody else uses that address, a link to confirm it was sent there. It works for an hour.',
  'email-changed': 'Your e-mail address was changed. Sign in with it from now on. All your tokens have stopped working.',
  'password-changed': 'Your password was changed. Your other browsers are signed out, and all your tokens have stopped working.',
  'password-set': 'Your password was set. Sign in with it.',
  'second-factor-off': 'The second factor is off.',
  'session-ended': 'That browser is signed out.',
  'sessions-ended': 'All your other browsers are signed out.',
  'token-revoked': 'The token was revoked.',
  'signed-out': 'You are signed out.',
} as const

export type NoteName = keyof typeof notes

/** `path` with a note to show there. */
export const withNote = (path: string, name: NoteName): string => `${path}?${new URLSearchParams({ note: name })}`

export const noteOf = ({ query }: Pick<Visit, 'query'>): Markup | false => {
  const name = query.get('note') ?? ''
  return Object.hasOwn(notes, name) && html`<p class="note" role="status">${notes[name as NoteName]}</p>`
}
