import type { ComponentChildren } from 'preact'

export interface Example {
  readonly language: string
  readonly code: string
}

/** Long lines scroll, so it can be reached by the keyboard. */
export const CodeBlock = ({ children }: { readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable.
  <pre tabIndex={0}>
    <code>{children}</code>
  </pre>
)

/** The same in several languages: the first is open, and the others open without a script as well. */
export const Examples = ({ all }: { readonly all: readonly Example[] }) => (
  <div class="examples">
    {all.map(({ language, code }, index) => (
      <details key={language} class="example" data-language={language} open={index === 0}>
        <summary>{language}</summary>
        <CodeBlock>{code.trimEnd()}</CodeBlock>
      </details>
    ))}
  </div>
)

/** Keys stay as they are, texts and other values get a colour each. */
export const JsonBlock = ({ value }: { readonly value: unknown }) => (
  <CodeBlock>
    {(JSON.stringify(value, null, 2) ?? '')
      .split(/("(?:[^"\\]|\\.)*":?|true|false|null|-?\d[\d.eE+-]*)/)
      .map((token, at) =>
        at % 2 === 0 || token.endsWith(':') ? token : token.startsWith('"') ? <i>{token}</i> : <u>{token}</u>,
      )}
  </CodeBlock>
)
