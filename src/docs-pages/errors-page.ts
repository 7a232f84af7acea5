import * as problems from '#contract/problem.ts'
import { type RouteTable, routeOf } from '#contract/route-table.ts'
import { html, type Markup } from '#http/markup.ts'
import type { DocsPage } from './docs-page.ts'

type Kind = (typeof problems.problemKinds)[number]

/** Every kind of refusal, with the addresses that have it as their own. */
export const errorsPage = (routes: RouteTable): DocsPage => {
  const common = new Set<unknown>(Object.values(problems))
  const kinds = [...problems.problemKinds].sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
  const addressesOf = (kind: Kind): string[] =>
    Object.entries(routes)
      .filter(([, entry]) => routeOf(entry).operation.problems?.includes(kind))
      .map(([address]) => address.replaceAll(/:(\w+)/g, '{$1}'))
  const rows = (chosen: readonly Kind[]): Markup =>
    html`<div class="table" tabindex="0"><table><thead><tr><th scope="col">Status</th><th scope="col">Title</th><th scope="col">Message</th><th scope="col">Where</th></tr></thead><tbody>${chosen.map(
      (kind) =>
        html`<tr id="${kind.code}"><td><b>${kind.status}</b></td><td>${kind.title}<br><small>${kind.code}</small></td><td>${kind.message}</td><td>${whereOf(kind, common, addressesOf(kind))}</td></tr>`,
    )}</tbody></table></div>`
  return {
    path: '/docs/errors',
    title: 'Errors',
    body: html`<h1>Errors</h1>
<p class="lead">An error has a status, a <code>title</code> and a <code>message</code>. Most 400s also have <code>details</code>, each with the <code>parameter</code> that is wrong and a <code>message</code> about it. The name below the title is our own: it is not sent, and it never changes.</p>
<h2 id="everywhere">At every address</h2>${rows(kinds.filter((kind) => common.has(kind)))}
<h2 id="somewhere">At some</h2>${rows(kinds.filter((kind) => !common.has(kind)))}
<h2 id="what-to-do">What to do</h2>
<ul><li>400, 403, 404, 409, 422: change the request. The same one is refused again.</li><li>401: get another token, or refresh the one you have.</li><li>429 and 503: wait as many seconds as <code>Retry-After</code> says, and send the same again.</li><li>500: our fault. Tell the operator the <code>x-request-id</code> of the answer.</li></ul>`,
    found: kinds.map(({ code, status, title, message }) => ({ title, kind: `Error ${status}`, path: `/docs/errors#${code}`, text: message })),
  }
}

const whereOf = (kind: Kind, common: ReadonlySet<unknown>, addresses: readonly string[]): Markup => {
  if (common.has(kind)) return html`everywhere`
  if (addresses.length === 0) return html`on pages`
  return html`${addresses.map((address, at) => html`${at > 0 && html`<br>`}<code>${address}</code>`)}`
}
