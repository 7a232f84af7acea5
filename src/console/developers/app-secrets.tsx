import { filled } from '#ui/format.ts'
import { CopyIcon } from '#ui/icons.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'
import { DeveloperTabs } from './tabs.tsx'

interface AppSecretsProps {
  readonly texts: DevelopersTexts
  readonly name: string
  readonly clientId: string
  /** A public app has none. */
  readonly secret: string | undefined
  readonly webhookKey: string
}

/** The secrets of an app, which are shown once. */
export const AppSecrets = ({
  texts: { tabs, apps: texts, ai },
  name,
  clientId,
  secret,
  webhookKey,
}: AppSecretsProps) => (
  <>
    <DeveloperTabs texts={tabs} current="apps" />
    <div class="head">
      <h1>{filled(texts.secretsTitle, { name })}</h1>
    </div>
    <p class="soft measure">{texts.secretsHint}</p>
    {[
      { what: texts.clientId, text: clientId },
      { what: texts.secret, text: secret },
      { what: texts.webhookKey, text: webhookKey },
    ].map(({ what, text }) => (
      <section key={what} class="part">
        <h2>{what}</h2>
        {text === undefined ? (
          <p class="soft">{texts.noSecret}</p>
        ) : (
          <div class="snippet">
            <pre class="code">{text}</pre>
            <button type="button" class="second sm" data-copy={text} aria-label={filled(ai.copyOf, { what })} hidden>
              <CopyIcon />
              <span>{ai.copy}</span>
            </button>
          </div>
        )}
      </section>
    ))}
    <p class="part">
      <a class="button" href="/app/developers/apps">
        {texts.kept}
      </a>
    </p>
  </>
)
