import type { ComponentChildren } from 'preact'

/** The little Markdown that our own texts use: headings, paragraphs, lists and `code`. */
export const ShortMarkdown = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/\n\n+/).map((block) => {
      if (block.startsWith('## ')) return <h3>{spans(block.slice(3))}</h3>
      if (block.startsWith('- '))
        return (
          <ul>
            {block.split('\n').map((line) => (
              <li key={line}>{spans(line.slice(2))}</li>
            ))}
          </ul>
        )
      return <p>{spans(block)}</p>
    })}
  </>
)

/** One line of it. */
export const spans = (text: string): ComponentChildren =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))
