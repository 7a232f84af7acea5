import type { VNode } from 'preact'
import { type Theme, themes } from '#pages/theme.ts'
import { InlineData } from '#ui/document.tsx'
import { Form, FormButton } from '#ui/forms.tsx'
import { BrandMark, OutIcon, SearchIcon } from '#ui/icons.tsx'
import type { ShellTexts } from '../../../languages/console/shell.ts'
import { Palette } from './palette-dialog.tsx'
import { ScreenIcon, type ScreenName } from './screen-icons.tsx'

/** What was just done, and the form that takes it back. */
export interface Toast {
  readonly text: string
  readonly undo?: { readonly action: string; readonly fields: Readonly<Record<string, string>> }
}

/** Something to settle, shown above every screen. Those with a title share one line when there are several. */
export interface Notice {
  readonly id: string
  readonly title?: string
  readonly text: string
  readonly link?: { readonly href: string; readonly text: string } | undefined
}

interface Person {
  readonly name: string
  readonly page: string
  readonly signOut: string
}

interface ShellProps {
  readonly texts: ShellTexts
  readonly formToken: string
  readonly theme: Theme
  readonly screen: ScreenName | 'welcome' | 'account' | 'none'
  /** Empty during the first run. */
  readonly navigation: readonly { readonly name: ScreenName; readonly href: string }[]
  readonly person: Person | undefined
  readonly notices: readonly Notice[]
  readonly toast: Toast | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the props type of the content does not matter here.
  readonly content: VNode<any>
  /** More of the content follows. */
  readonly isUnfinished: boolean
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly panel: VNode<any> | undefined
}

/** The second key after `g`. */
const goKeys: Readonly<Record<ScreenName, string>> = {
  'event-types': 'e',
  meetings: 'm',
  availability: 'a',
  integrations: 'c',
  messages: 'n',
  'routing-forms': 'r',
  insights: 'i',
  organization: 'o',
  developers: 'd',
}

/** What surrounds every screen: navigation, the page, a panel beside it, and what was just done. */
export const Shell = ({
  texts,
  formToken,
  theme,
  screen,
  navigation,
  person,
  notices,
  toast,
  content,
  isUnfinished,
  panel,
}: ShellProps) => (
  <>
    <a class="skip" href="#main">
      {texts.skip}
    </a>
    <div class={person ? 'app' : 'app bare'}>
      {person && (
        <nav class="side" aria-label={texts.main}>
          <a class="brand" href="/app">
            <BrandMark />
            <span>Openslot</span>
          </a>
          <button type="button" class="jump" id="palette-open" aria-keyshortcuts="Control+K" hidden>
            <SearchIcon />
            <span>{texts.palette}</span>
            <kbd>Ctrl K</kbd>
          </button>
          {navigation.map(({ name, href }) => (
            <a
              key={name}
              class="to"
              href={href}
              title={texts.screens[name]}
              data-key={`g ${goKeys[name]}`}
              aria-current={name === screen ? 'page' : undefined}
            >
              <ScreenIcon of={name} />
              <span>{texts.screens[name]}</span>
            </a>
          ))}
          <a class="to end" href={person.page} title={texts.yourPage}>
            <OutIcon />
            <span>{texts.yourPage}</span>
          </a>
          <details class="menu up account">
            <summary class="to" title={texts.account} aria-current={screen === 'account' ? 'page' : undefined}>
              <span class="avatar" aria-hidden="true">
                {initialOf(person.name)}
              </span>
              <span class="clip">{person.name}</span>
            </summary>
            <ul>
              <AccountItems texts={texts} formToken={formToken} theme={theme} person={person} />
            </ul>
          </details>
        </nav>
      )}
      <main class={panel ? 'sheet with' : 'sheet'} id="main" tabIndex={-1}>
        <div class="page">
          <div class="notices" id="notices" data-part="">
            <Notices texts={texts} notices={notices} />
          </div>
          {content}
          {isUnfinished && <Waiting texts={texts} />}
        </div>
        {panel && (
          <aside class="panel" id="panel">
            {panel}
          </aside>
        )}
      </main>
    </div>
    {person && (
      <BottomTabs
        texts={texts}
        formToken={formToken}
        theme={theme}
        screen={screen}
        navigation={navigation}
        person={person}
      />
    )}
    <div id="toasts" role="status">
      {toast && <ToastLine texts={texts} formToken={formToken} toast={toast} />}
    </div>
    {person && <Palette texts={texts} formToken={formToken} />}
    <InlineData id="console-texts" data={scriptTexts(texts)} />
  </>
)

const AccountItems = ({
  texts,
  formToken,
  theme,
  person,
}: Pick<ShellProps, 'texts' | 'formToken' | 'theme'> & { readonly person: Person }) => (
  <>
    <li>
      <a href="/account">{texts.account}</a>
    </li>
    <li>
      <Form token={formToken} action="/account/theme" class="theme">
        <fieldset class="segments">
          <legend class="unseen">{texts.theme}</legend>
          {themes.map((one) => (
            <button key={one} type="submit" name="theme" value={one} aria-pressed={one === theme}>
              {texts.themes[one]}
            </button>
          ))}
        </fieldset>
      </Form>
    </li>
    <li>
      <FormButton token={formToken} action="/logout">
        {person.signOut}
      </FormButton>
    </li>
  </>
)

const Notices = ({ texts, notices }: Pick<ShellProps, 'texts' | 'notices'>) => {
  const titled = notices.filter(({ title }) => title !== undefined)
  const lines = titled.length > 1 ? notices.filter(({ title }) => title === undefined) : notices
  return (
    <>
      {lines.map((notice) => (
        <NoticeLine key={notice.id} texts={texts} notice={notice} />
      ))}
      {titled.length > 1 && (
        <details class="note warn strip" id="setup">
          <summary>{titled.map(({ title }) => title).join(' · ')}</summary>
          {titled.map(({ id, text }) => (
            <p key={id} id={id}>
              {text}
            </p>
          ))}
          <button type="button" class="linkish" data-hides="setup" hidden>
            {texts.notices.dismiss}
          </button>
        </details>
      )}
    </>
  )
}

const NoticeLine = ({ texts, notice: { id, text, link } }: { readonly texts: ShellTexts; readonly notice: Notice }) => (
  <p class="note warn" id={id}>
    <span class="grow">{text}</span>
    {link ? (
      <a href={link.href}>{link.text}</a>
    ) : (
      <button type="button" class="linkish" data-hides={id} hidden>
        {texts.notices.dismiss}
      </button>
    )}
  </p>
)

/** Seen until what follows is there. */
export const Waiting = ({ texts }: { readonly texts: ShellTexts }) => <p class="waiting">{texts.loading}</p>

export const Failed = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div class="empty" role="alert">
    <h2>{title}</h2>
    <p>{text}</p>
  </div>
)

const ToastLine = ({
  texts,
  formToken,
  toast,
}: {
  readonly texts: ShellTexts
  readonly formToken: string
  readonly toast: Toast
}) => (
  <div class="toast">
    <span>{toast.text}</span>
    {toast.undo && (
      <Form token={formToken} action={toast.undo.action} fields={toast.undo.fields} swaps>
        <button type="submit" aria-keyshortcuts="Control+Z">
          {texts.undo}
        </button>
      </Form>
    )}
  </div>
)

/** On a telephone: the first three screens, and the rest under More. */
const BottomTabs = ({
  texts,
  formToken,
  theme,
  screen,
  navigation,
  person,
}: Pick<ShellProps, 'texts' | 'formToken' | 'theme' | 'screen' | 'navigation'> & { readonly person: Person }) => {
  const rest = navigation.slice(3)
  return (
    <nav class="tabs-bottom" aria-label={texts.main}>
      {navigation.slice(0, 3).map(({ name, href }) => (
        <a key={name} href={href} aria-current={name === screen ? 'page' : undefined}>
          <ScreenIcon of={name} />
          {texts.screens[name]}
        </a>
      ))}
      <details class="menu up">
        <summary>
          <ScreenIcon of="more" />
          {texts.more}
        </summary>
        <ul>
          {rest.map(({ name, href }) => (
            <li key={name}>
              <a href={href}>{texts.screens[name]}</a>
            </li>
          ))}
          <li>
            <a href={person.page}>{texts.yourPage}</a>
          </li>
          <AccountItems texts={texts} formToken={formToken} theme={theme} person={person} />
        </ul>
      </details>
    </nav>
  )
}

const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? ''

/** What the script says by itself. */
const scriptTexts = ({
  saved,
  saving,
  failed,
  gone,
  signedOut,
  kept,
  copied,
  noResults,
  doGroup,
  goGroup,
  found,
  undo,
}: ShellTexts) => ({
  ...{ saved, saving, failed, gone, signedOut, kept, copied, noResults, doGroup, goGroup, found, undo },
})

export type ScriptTexts = ReturnType<typeof scriptTexts>
