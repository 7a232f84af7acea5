import type { Socket } from 'node:net'
import { headersTooLarge, invalidArgument, type ProblemKind } from '#contract/problem.ts'

/** The parser gave up before there was a request, so there is no reply object either: the answer is written by hand. */
export const answerBrokenRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const kind = error.code === 'HPE_HEADER_OVERFLOW' ? headersTooLarge : invalidArgument
  socket.end(
    written(
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? { ...kind, status: 408, title: 'Request Timeout', message: 'The request did not arrive in time.' } : kind,
    ),
  )
}

const written = ({ status, title, message }: Pick<ProblemKind, 'status' | 'title' | 'message'>): string => {
  const body = JSON.stringify({ title, message })
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    // Nobody is known to have asked, and nothing was counted.
    'x-ratelimit-limit: 500',
    'x-ratelimit-remaining: 500',
    'x-ratelimit-reset: 60',
    '',
    body,
  ].join('\r\n')
}
