import { filled } from '#ui/format.ts'
import { CopyIcon } from '#ui/icons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'
import { DeveloperTabs } from './tabs.tsx'

interface AiToolsProps {
  readonly texts: DevelopersTexts
  readonly address: string
  /** Only tools on the same computer can reach the URL. */
  readonly isLocal: boolean
  readonly command: string
  readonly files: readonly { readonly tool: string; readonly path: string; readonly text: string }[]
}

/** How to connect an AI tool, with snippets to copy. */
export const AiTools = ({ texts: { tabs, ai: texts }, address, isLocal, command, files }: AiToolsProps) => (
  <>
    <DeveloperTabs texts={tabs} current="ai" />
    <PageHead title={texts.title} />
    <p class="soft measure">{texts.hint}</p>
    <section class="part">
      <h2>{texts.url}</h2>
      <Snippet texts={texts} what={texts.url} text={address} />
      {isLocal && <p class="note warn">{texts.local}</p>}
    </section>
    <section class="part">
      <h2>Claude Code</h2>
      <p class="soft">{texts.run}</p>
      <Snippet texts={texts} what="Claude Code" text={command} />
    </section>
    {files.map(({ tool, path, text }) => (
      <section key={tool} class="part">
        <h2>{tool}</h2>
        <p class="soft">{filled(texts.file, { path })}</p>
        <Snippet texts={texts} what={tool} text={text} />
      </section>
    ))}
    <section class="part">
      <h2>Claude</h2>
      <p class="soft measure">{texts.connector}</p>
    </section>
    <p class="row part">
      <a href="/account/apps">{texts.connected}</a>
      <a href="/docs/guides/mcp">{texts.guide}</a>
    </p>
  </>
)

const Snippet = ({
  texts,
  what,
  text,
}: {
  readonly texts: DevelopersTexts['ai']
  readonly what: string
  readonly text: string
}) => (
  <div class="snippet">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
    <pre class="code" tabIndex={0}>
      {text}
    </pre>
    <button type="button" class="second sm" data-copy={text} aria-label={filled(texts.copyOf, { what })} hidden>
      <CopyIcon />
      <span>{texts.copy}</span>
    </button>
  </div>
)
