import { problemKinds } from '#contract/problem.ts'
import type { DocsPage } from './docs-page.ts'
import { readDocument } from './guides.ts'
import { renderMarkdown } from './markdown.tsx'

/** All errors and their messages: the document generated from the source, with an anchor for each kind. */
export const errorsPage = async (): Promise<DocsPage> => {
  const text = (await readDocument('errors.md')).replace(/^Made from .*\n/m, '')
  const { title, body, sections } = renderMarkdown(text, () => undefined, { rowsAreNamed: true })
  return {
    path: '/docs/errors',
    title,
    body: (
      <>
        {body}
        <h2 id="what-to-do">
          <a href="#what-to-do">What to do</a>
        </h2>
        <ul>
          <li>400, 403, 404, 409, 422: fix the request. Repeating it gets the same error.</li>
          <li>401: get a new token or refresh yours.</li>
          <li>
            429, 503: wait the number of seconds in <code>Retry-After</code>, then repeat the request.
          </li>
          <li>
            500: an unexpected error on the server. Give the server administrator the <code>x-request-id</code> of the
            response.
          </li>
        </ul>
      </>
    ),
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
