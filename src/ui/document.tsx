import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'

interface DocumentProps {
  readonly locale: string
  readonly title: string
  /** Chosen by the reader; otherwise that of the system. */
  readonly theme?: 'light' | 'dark' | undefined
  readonly head: ComponentChildren
  /** Attributes of the body. */
  readonly body?: Readonly<Record<string, string | undefined>>
  readonly children: ComponentChildren
}

/** A whole page as text. */
export const renderDocument = ({ locale, title, theme, head, body = {}, children }: DocumentProps): string =>
  `<!doctype html>${renderToString(
    <html lang={locale} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {head}
      </head>
      <body {...body}>{children}</body>
    </html>,
  )}`

interface InlineProps {
  readonly text: string
  readonly nonce?: string
}

/** A style sheet of ours, as it is. */
export const InlineStyle = ({ text, nonce }: InlineProps) => (
  <style nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />
)

/** A script of ours, as it is. */
export const InlineScript = ({ text, nonce }: InlineProps) => (
  <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />
)

/** For a script: JSON that can't close its element. */
export const InlineData = ({ id, data }: { readonly id: string; readonly data: object }) => (
  <script
    type="application/json"
    id={id}
    dangerouslySetInnerHTML={{
      __html: JSON.stringify(data)
        .replaceAll('<', '\\u003c')
        .replaceAll('\u2028', '\\u2028')
        .replaceAll('\u2029', '\\u2029'),
    }}
  />
)
