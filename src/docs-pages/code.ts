import { html, type Markup } from '#http/markup.ts'

export interface Example {
  readonly language: string
  readonly code: string
}

/** Long lines scroll, so it can be reached by the keyboard. */
export const codeBlock = (code: string | Markup): Markup =>
  html`<pre tabindex="0"><code>${typeof code === 'string' ? code.trimEnd() : code}</code></pre>`

/** The same in several languages: the first is open, and the others open without a script as well. */
export const examples = (all: readonly Example[]): Markup =>
  html`<div class="examples">${all.map(
    ({ language, code }, index) =>
      html`<details class="example" data-language="${language}"${index === 0 && html` open`}><summary>${language}</summary>${codeBlock(code)}</details>`,
  )}</div>`

/** Keys stay as they are, texts and other values get a colour each. */
export const jsonBlock = (value: unknown): Markup => {
  const tokens = (JSON.stringify(value, null, 2) ?? '').split(/("(?:[^"\\]|\\.)*":?|true|false|null|-?\d[\d.eE+-]*)/)
  return codeBlock(
    html`${tokens.map((token, at) => (at % 2 === 0 || token.endsWith(':') ? token : token.startsWith('"') ? html`<i>${token}</i>` : html`<u>${token}</u>`))}`,
  )
}
