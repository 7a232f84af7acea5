import { problemKinds } from '#contract/problem.ts'
import { html } from '#http/markup.ts'
import type { DocsPage } from './docs-page.ts'
import { readDocument } from './guides.ts'
import { renderMarkdown } from './markdown.ts'

/**
 * Every error and every text that one can have: the document that is made of the source, with an anchor for each kind.
 */
export const errorsPage = async (): Promise<DocsPage> => {
  const text = (await readDocument('errors.md')).replace(/^Made from .*\n/m, '')
  const { title, body, sections } = renderMarkdown(text, () => undefined, { rowsAreNamed: true })
  return {
    path: '/docs/errors',
    title,
    body: html`${body}
<h2 id="what-to-do"><a href="#what-to-do">What to do</a></h2>
<ul>
<li>400, 403, 404, 409, 422: change the request. The same one is refused again.</li>
<li>401: get another token, or refresh the one you have.</li>
<li>429 and 503: wait as many seconds as <code>Retry-After</code> says, and send the same again.</li>
<li>500: our fault. Tell the operator the <code>x-request-id</code> of the answer.</li>
</ul>`,
    found: [
      ...problemKinds.map(({ code, status, title: name, message }) => ({
        title: name,
        kind: `Error ${status}`,
        path: `/docs/errors#${code}`,
        text: message,
      })),
      ...sections.map((section) => ({
        title: section.title,
        kind: title,
        path: `/docs/errors#${section.id}`,
        text: section.text,
      })),
    ],
  }
}
