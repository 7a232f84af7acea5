import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { missing, type Problem } from '#contract/problem.ts'
import { prefersHtml } from '#http/accept.ts'
import type { ShowRefusal } from '#http/broken-requests.ts'
import { splitTarget } from '#http/query.ts'
import { isStorable } from '#http/strict-json.ts'
import { findFormerAddress, formerPath } from '#imports/index.ts'
import { reservedSlugs } from '#organizations/index.ts'
import { checkOrigin } from '#pages/forgery.ts'
import { takeForms } from '#pages/forms.ts'
import { noticeFor, showableProblem } from '#pages/notices.ts'
import type { PageFace } from '#pages/serve-pages.ts'
import { countAttempt } from '#pages/too-many-attempts.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { AdmissionThrottle } from './admission-throttle.ts'
import type { BookingPageHandler, BookingPageTable } from './answers.tsx'
import { NoticePage } from './booking/notice.tsx'
import type { BookingResponse } from './booking/page-data.ts'
import { newFormToken } from './form-token.ts'
import { oldAddresses } from './old-addresses.ts'
import { openTimesData } from './open-times-data.ts'
import { ownBookingPages } from './own-booking-pages.ts'
import { languageFor } from './page-language.ts'
import { type PageTemplate, type PerResponseValue, templateOf } from './page-template.ts'
import { profilePages } from './profile-pages.ts'
import { visitorQuery } from './query-parameters.ts'
import { requestPages } from './request-pages.ts'
import { serveAssets } from './serve-assets.ts'
import { SingleFlight } from './single-flight.ts'
import { typePages } from './type-pages.ts'
import type { BookingVisit } from './visit.ts'
import { waitingListPages } from './waiting-list-pages.ts'

/** Every public booking page, by its address. */
const bookingPages: BookingPageTable = {
  ...profilePages,
  ...typePages,
  ...ownBookingPages,
  ...requestPages,
  ...waitingListPages,
  ...oldAddresses,
  ...openTimesData,
}

/** Public pages: in any site's frame, without cookies. What a form must pass is checked here and by its page. */
export const serveBooking = (server: FastifyInstance, face: PageFace): void => {
  const ownOrigins = [face.addresses.site, face.addresses.api].map((address) => new URL(address).origin)
  const flights = new SingleFlight<PageTemplate>()
  const throttle = new AdmissionThrottle()
  const makeShared = (page: BookingPageHandler, request: FastifyRequest): Promise<PageTemplate> =>
    flights.run(flightKey(request), () => make(face, page, request))
  void server.register(async (scope) => {
    takeForms(scope)
    scope.setErrorHandler((error, request, reply) => answerProblem(face, error, request, reply))
    for (const [address, page] of Object.entries(bookingPages)) {
      const [method, url] = address.split(' ') as [string, string]
      scope.route({
        method,
        url,
        onRequest: async (request, reply) => {
          if (method === 'GET') await throttle.admit()
          await face.rateLimits.countSource(reply, request.ip, face.context.clock.now())
          checkSlug(request)
          if (method === 'POST') checkOrigin(request, ownOrigins)
        },
        handler: async (request, reply) => {
          const template = await (method === 'GET' ? makeShared(page, request) : make(face, page, request))
          const to = template.status === 404 ? await formerTarget(face, request) : undefined
          return to === undefined ? answer(request, reply, template) : redirect(reply, to)
        },
      })
    }
  })
  serveAssets(server, face)
}

/** Where the page is that had this address at another service, with what was asked of it. */
const formerTarget = async ({ context }: PageFace, request: FastifyRequest): Promise<string | undefined> => {
  const { path, query } = splitTarget(request.url)
  const before = request.method === 'GET' ? formerPath(path) : undefined
  const to = before === undefined ? undefined : await findFormerAddress(context.database.reader, before)
  return to && `${to}${query ? `?${query}` : ''}`
}

/** What cannot be a slug is an unknown address, and its body is not read. */
const checkSlug = ({ params }: FastifyRequest): void => {
  const { user, ...others } = params as Record<string, string>
  if (!Object.values(others).every((part) => isStorable(part))) throw missing()
  if (user !== undefined && (reservedSlugs.has(user.toLowerCase()) || !/^[a-z0-9-]{1,100}$/i.test(user)))
    throw missing()
}

const wantsJson = ({ headers }: FastifyRequest): boolean =>
  /\bapplication\/json\b/i.test(headers.accept ?? '') && !prefersHtml(headers.accept)

/** Browsers send it for our scripts. */
const isFromOurPage = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'same-origin'

/** Everything that the answer to a `GET` depends on, besides the database. */
const flightKey = (request: FastifyRequest): string =>
  [request.url, request.headers['accept-language'], wantsJson(request)].join('\n')

const make = async (face: PageFace, page: BookingPageHandler, request: FastifyRequest): Promise<PageTemplate> => {
  const { codes, clock } = face.context
  const now = clock.now()
  const perResponse: PerResponseValue[] = []
  const visit: BookingVisit = {
    context: face.context,
    now,
    source: request.ip,
    path: splitTarget(request.url).path,
    query: visitorQuery(request),
    params: request.params as Record<string, string>,
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    acceptLanguage: request.headers['accept-language'],
    wantsJson: wantsJson(request),
    newToken: (purpose) => {
      const renew = (): string => newFormToken(codes, purpose, now)
      const text = renew()
      perResponse.push({ text, renew })
      return text
    },
    count: (...buckets) => countAttempt(face.limiter, buckets, now),
    fullness: async (...buckets) => {
      const verdict = await face.limiter?.peek(buckets, now)
      return verdict ? 1 - verdict.remaining / verdict.limit : 0
    },
  }
  return templateOf(await page(visit), visit, perResponse)
}

const answer = (request: FastifyRequest, reply: FastifyReply, template: PageTemplate): FastifyReply => {
  // A client that accepts no page gets the API's usual answer.
  if (template.status === 404 && !prefersHtml(request.headers.accept) && !isFromOurPage(request)) throw missing()
  return send(reply, template)
}

const redirect = (reply: FastifyReply, to: string): FastifyReply =>
  reply
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
    .header('cache-control', 'no-store')
    .redirect(to, 302)

const send = (reply: FastifyReply, template: PageTemplate): FastifyReply => {
  reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers')
  const { headers, body } = template.instantiate()
  return reply.code(template.status).headers(headers).send(body)
}

type RequestParts = Parameters<ShowRefusal>[0]

const languageTo = (request: RequestParts): PageLanguage =>
  languageFor({ query: visitorQuery(request), acceptLanguage: request.headers['accept-language'] })

/** A problem as a page in the visitor's language. */
export const noticeTo = (request: RequestParts, problem: Problem): Promise<PageTemplate> => {
  const { status } = problem.kind
  const language = languageTo(request)
  const [title, text] = noticeFor(language, problem)
  const page = { status, title, language, content: h(NoticePage, { title, text }), isCapability: true }
  return templateOf(page, { query: visitorQuery(request), path: splitTarget(request.url).path }, [])
}

/** As a page in the visitor's language; as data for scripts and other clients. */
const answerProblem = async (
  face: PageFace,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const refusal = await showableProblem(face, error, request, reply)
  const { status } = refusal.kind
  const to = status === 404 ? await formerTarget(face, request) : undefined
  if (to !== undefined) return redirect(reply, to)
  if (prefersHtml(request.headers.accept)) return send(reply, await noticeTo(request, refusal))
  const [, text] = noticeFor(languageTo(request), refusal)
  // Our script shows the message; other clients read the rest. Where there is no page, there is no script of ours.
  const outcome: BookingResponse = { outcome: 'refused', message: text }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(request.method === 'POST' && status !== 404 ? { ...refusal.body, ...outcome } : refusal.body))
}
