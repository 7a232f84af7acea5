import type { ComponentChildren } from 'preact'
import { type FieldErrors, FormErrors } from '#ui/forms.tsx'
import type { AccountTexts } from '../../languages/account-texts.ts'
import type { Language } from '../../languages/language.ts'
import type { ShownPage, Visit } from './visit.ts'

/** What a page says after a redirect from a form. The address holds only the name, so it can show no other text. */
export type NoteName = keyof AccountTexts['notes']

/** `path` with a note to show there. */
export const withNote = (path: string, name: NoteName): string => `${path}?${new URLSearchParams({ note: name })}`

const Note = ({ query, language }: Pick<Visit, 'query' | 'language'>) => {
  const { notes } = language.account
  const name = query.get('note') ?? ''
  return Object.hasOwn(notes, name) ? (
    <p class="note" role="status">
      {notes[name as NoteName]}
    </p>
  ) : null
}

interface MemberPage extends Omit<ShownPage, 'body'> {
  /** The title, if omitted. */
  readonly heading?: ComponentChildren
  readonly errors?: FieldErrors
  readonly children: ComponentChildren
}

/** What every member page begins with: what was just done, its heading, and why its form was refused. */
export const memberPage = (
  visit: Pick<Visit, 'query' | 'language'>,
  { heading, errors = {}, children, ...page }: MemberPage,
): ShownPage => ({
  status: Object.keys(errors).length > 0 ? 400 : 200,
  ...page,
  body: (
    <>
      <Note query={visit.query} language={visit.language} />
      <h1>{heading ?? page.title}</h1>
      <FormErrors errors={errors} />
      {children}
    </>
  ),
})

/** Hidden: it lets a password manager know whose password this is. */
export const UsernameField = ({ email }: { readonly email: string }) => (
  <input type="text" name="username" value={email} autocomplete="username" hidden readOnly />
)

interface SecretProps {
  readonly language: Language
  readonly text: string
  readonly class?: string
}

/** A secret that is shown once, with a button that copies it. */
export const Secret = ({ language, text, class: name = 'secret' }: SecretProps) => (
  <>
    <code class={name}>{text}</code>
    <button class="second" type="button" hidden data-copy={text}>
      {language.account.copy}
    </button>
  </>
)

/** Below a page: where to go instead. */
export const MoreLink = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <p class="more">
    <a href={href}>{text}</a>
  </p>
)
