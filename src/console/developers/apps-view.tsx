import type { ComponentChildren } from 'preact'
import { filled } from '#ui/format.ts'
import { Choice, ConfirmedAction, Field, type FieldErrors, Form, TextField } from '#ui/forms.tsx'
import { DotsIcon } from '#ui/icons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'
import { DeveloperTabs } from './tabs.tsx'

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
  readonly scopeTable: ComponentChildren
  readonly errors: FieldErrors
}

/** Applications for OAuth: those that are registered, and the form for another. */
export const Apps = ({ texts: { tabs, apps: texts }, token, apps, typed, scopeTable, errors }: AppsProps) => (
  <>
    <DeveloperTabs texts={tabs} current="apps" />
    <PageHead title={texts.title} />
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
          <Choice name="public" checked={typed.isPublic}>
            {texts.public}
          </Choice>
        </div>
        <Field name="scopes" label={texts.scopes} wrong={errors.scopes} class="member" isGroup>
          {scopeTable}
        </Field>
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
            <ConfirmedAction token={token} action={`${path}/rotate`} text={texts.rotate} hint={texts.rotateHint} />
          </li>
          <li>
            <ConfirmedAction token={token} action={`${path}/delete`} text={texts.remove} hint={texts.removeHint} />
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
    <TextField
      id={`name-${id}`}
      name="name"
      label={texts.name}
      value={typed.name}
      hint={texts.nameHint}
      wrong={errors.name}
      maxLength={255}
      required
    />
    <TextField
      id={`addresses-${id}`}
      name="redirect_uris"
      label={texts.redirectUris}
      value={typed.addresses}
      hint={texts.redirectUrisHint}
      wrong={errors.redirect_uris}
      rows={2}
      required
      isExact
    />
  </>
)
