import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { headersTooLarge, invalidArgument, Problem, type ProblemKind } from '#contract/problem.ts'
import { prefersHtml } from './accept.ts'

/** A refusal as a page, in the language of the request. */
export type ShowRefusal = (
  request: { readonly url: string; readonly headers: Pick<IncomingHttpHeaders, 'accept-language'> },
  problem: Problem,
) => Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer | undefined }>

/** What Node's parser gave up on: the last that came of it, if anything did. */
type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: unknown }

/** The parser gave up before there was a request, so there is no reply object either: the answer is written by hand. */
export const answerBrokenRequest = async (
  error: ParserError,
  socket: Socket,
  showRefusal?: ShowRefusal,
): Promise<void> => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const kind = error.code === 'HPE_HEADER_OVERFLOW' ? headersTooLarge : invalidArgument
  const asked = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : ''
  const page = await shown(asked, kind, showRefusal).catch(() => undefined)
  const answer = page
    ? written(kind, page.headers, page.body ?? '')
    : inJson(
        error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? { ...kind, status: 408, title: 'Request Timeout', message: 'The request did not arrive in time.' }
          : kind,
      )
  // To HEAD, a body would be read as the next answer.
  socket.end(asked.startsWith('HEAD ') ? answer.subarray(0, answer.indexOf('\r\n\r\n') + 4) : answer)
}

/** To a browser, as far as one can tell from what came of it: an address that is too long is somebody's link. */
const shown = async (asked: string, kind: ProblemKind, showRefusal: ShowRefusal | undefined) => {
  const headerIn = (name: string): string | undefined => new RegExp(`^${name}:(.*)$`, 'im').exec(asked)?.[1]?.trim()
  if (!showRefusal || !prefersHtml(headerIn('accept'))) return undefined
  return showRefusal({ url: '/', headers: { 'accept-language': headerIn('accept-language') } }, new Problem(kind))
}

const inJson = ({ title, message, ...kind }: Pick<ProblemKind, 'status' | 'title' | 'message'>): Buffer =>
  written({ title, ...kind }, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ title, message }))

const written = (
  { status, title }: Pick<ProblemKind, 'status' | 'title'>,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Buffer => {
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    'x-content-type-options: nosniff',
    // The caller is not known, and nothing was counted.
    'x-ratelimit-limit: 500',
    'x-ratelimit-remaining: 500',
    'x-ratelimit-reset: 60',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}
