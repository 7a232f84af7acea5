import { filled } from '#ui/format.ts'
import { FinalAct, Form } from '#ui/forms.tsx'
import { DotsIcon } from '#ui/icons.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'
import { Markup } from '../shell/member-page.tsx'
import { DeveloperTabs } from './tabs.tsx'

type FieldErrors = Readonly<Record<string, string>>

interface Typed {
  readonly name: string
  readonly addresses: string
}

interface ListedApp {
  readonly id: string
  readonly name: string
  readonly scopes: string
  /** Undefined for an own one. */
  readonly owner: string | undefined
  readonly isPublic: boolean
  readonly typed: Typed
  readonly errors: FieldErrors
}

interface AppsProps {
  readonly texts: DevelopersTexts
  readonly token: string
  readonly apps: readonly ListedApp[]
  readonly typed: Typed & { readonly isPublic: boolean }
  /** Every scope to tick, as on the page for tokens. */
  readonly scopeTable: string
  readonly errors: FieldErrors
}

/** Applications for OAuth: those that are registered, and the form for another. */
export const Apps = ({ texts: { tabs, apps: texts }, token, apps, typed, scopeTable, errors }: AppsProps) => (
  <>
    <DeveloperTabs texts={tabs} current="apps" />
    <div class="head">
      <h1>{texts.title}</h1>
    </div>
    <p class="soft measure">
      {texts.hint} <a href="/docs/guides/oauth">{texts.guide}</a>
    </p>
    {apps.length === 0 ? (
      <p class="empty">{texts.none}</p>
    ) : (
      <ul class="list apps">
        {apps.map((app) => (
          <AppRow key={app.id} texts={texts} token={token} app={app} />
        ))}
      </ul>
    )}
    <section class="part">
      <h2>{texts.register}</h2>
      <Form token={token} action="/app/developers/apps">
        <div class="narrow-form">
          <AppFields texts={texts} id="new" typed={typed} errors={errors} />
          <label class="choice">
            <input type="checkbox" name="public" checked={typed.isPublic} />
            <span>{texts.public}</span>
          </label>
        </div>
        <fieldset class="member" aria-describedby="scopes-wrong">
          <legend>{texts.scopes}</legend>
          <p class="wrong" id="scopes-wrong" hidden={errors.scopes === undefined}>
            {errors.scopes}
          </p>
          <Markup text={scopeTable} />
        </fieldset>
        <button type="submit">{texts.create}</button>
      </Form>
    </section>
  </>
)

const AppRow = ({
  texts,
  token,
  app,
}: {
  readonly texts: DevelopersTexts['apps']
  readonly token: string
  readonly app: ListedApp
}) => {
  const path = `/app/developers/apps/${app.id}`
  const isRefused = Object.keys(app.errors).length > 0
  return (
    <li>
      <div class="grow">
        <span class="name">{app.name}</span> {app.isPublic && <span class="chip">{texts.isPublic}</span>}
        <span class="facts">
          <span>
            {texts.clientId}: <code>{app.id}</code>
          </span>
          <span>{app.scopes}</span>
          {app.owner !== undefined && <span>{app.owner}</span>}
        </span>
        <details open={isRefused || undefined} id={`change-${app.id}`}>
          <summary aria-label={`${texts.change}: ${app.name}`}>{texts.change}</summary>
          <Form token={token} action={path} class="narrow-form">
            <AppFields texts={texts} id={app.id} typed={app.typed} errors={app.errors} />
            <button type="submit" class="second sm">
              {texts.save}
            </button>
          </Form>
        </details>
      </div>
      <details class="menu">
        <summary class="icon-only" aria-label={filled(texts.moreFor, { name: app.name })}>
          <DotsIcon />
        </summary>
        <ul>
          <li>
            <FinalAct token={token} action={`${path}/rotate`} words={texts.rotate} hint={texts.rotateHint} />
          </li>
          <li>
            <FinalAct token={token} action={`${path}/delete`} words={texts.remove} hint={texts.removeHint} />
          </li>
        </ul>
      </details>
    </li>
  )
}

interface AppFieldsProps {
  readonly texts: DevelopersTexts['apps']
  /** Several of these forms are on one page. */
  readonly id: string
  readonly typed: Typed
  readonly errors: FieldErrors
}

const AppFields = ({ texts, id, typed, errors }: AppFieldsProps) => (
  <>
    <div class="field">
      <label for={`name-${id}`}>{texts.name}</label>
      <input
        id={`name-${id}`}
        name="name"
        type="text"
        value={typed.name}
        maxLength={255}
        autocomplete="off"
        required
        aria-describedby={`name-${id}-wrong name-${id}-hint`}
        aria-invalid={errors.name !== undefined || undefined}
      />
      <p class="wrong" id={`name-${id}-wrong`} hidden={errors.name === undefined}>
        {errors.name}
      </p>
      <p class="hint" id={`name-${id}-hint`}>
        {texts.nameHint}
      </p>
    </div>
    <div class="field">
      <label for={`addresses-${id}`}>{texts.addresses}</label>
      <textarea
        id={`addresses-${id}`}
        name="redirect_uris"
        rows={2}
        required
        spellcheck={false}
        aria-describedby={`addresses-${id}-wrong addresses-${id}-hint`}
        aria-invalid={errors.redirect_uris !== undefined || undefined}
      >
        {typed.addresses}
      </textarea>
      <p class="wrong" id={`addresses-${id}-wrong`} hidden={errors.redirect_uris === undefined}>
        {errors.redirect_uris}
      </p>
      <p class="hint" id={`addresses-${id}-hint`}>
        {texts.addressesHint}
      </p>
    </div>
  </>
)
