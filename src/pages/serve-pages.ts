import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentSession, isSessionKey, newSessionKey, principalOf } from '#accounts/index.ts'
import { invalidArgument, missing, Problem, unauthenticated } from '#contract/problem.ts'
import { prefersHtml } from '#http/accept.ts'
import type { HttpFace } from '#http/face.ts'
import { splitTarget } from '#http/query.ts'
import { refusalFor } from '#http/refusals.ts'
import type { Addresses } from '#platform/config.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { languageOf } from '../../languages/all.ts'
import type { Language } from '../../languages/language.ts'
import { readCookie, readKnownCookie, readTheme, writeCookie, writeKnownCookie, writeTheme } from './cookies.ts'
import { problemText } from './errors.ts'
import { checkOrigin, forged, formTokenFor, isOfBrowser, pageOfForm } from './forgery.ts'
import { takeForms } from './forms.ts'
import { headersOf, layOut, problemPage } from './layout.tsx'
import { localeFor, readsTwelveHours } from './locale.ts'
import { noticeFor, showableProblem } from './notices.ts'
import { countAttempt, forgetAttempts } from './too-many-attempts.ts'
import type { AnyPage, CookieChange, Layout, PageAnswer, PageHandler, PageTable, Redirect, Visit } from './visit.ts'

export interface PageFace extends HttpFace {
  readonly addresses: Addresses
  /** Undefined when limits are turned off. */
  readonly limiter: Limiter | undefined
}

/** Pages with sessions. The checks that a form must pass are made here, for every page and before it runs. */
export const servePages = <Page extends AnyPage>(
  server: FastifyInstance,
  face: PageFace,
  pages: PageTable<Page>,
  layout: Layout<Page>,
): void => {
  const ownOrigins = ownOriginsOf(face)
  void server.register(async (scope) => {
    takeForms(scope)
    scope.setErrorHandler((error, request, reply) => answerProblem(face, error, request, reply))
    for (const [address, page] of Object.entries<PageHandler<Visit, Page>>(pages)) {
      const [method, url] = address.split(' ') as [string, string]
      scope.route({
        method,
        url,
        onRequest: async (request, reply) => {
          reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers')
          await face.rateLimits.countSource(reply, request.ip, face.context.clock.now())
          if (method === 'POST') checkOrigin(request, ownOrigins)
        },
        handler: (request, reply) => answer(face, page, layout, request, reply),
      })
    }
  })
}

const ownOriginsOf = ({ addresses: { api, auth, site } }: PageFace): string[] =>
  [api, auth, site].map((address) => new URL(address).origin)

const answer = async <Page extends AnyPage>(
  face: PageFace,
  page: PageHandler<Visit, Page>,
  layout: Layout<Page>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { context } = face
  const sent = readCookie(request.headers.cookie)
  const cookie = sent !== undefined && isSessionKey(sent) ? sent : undefined
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const formPage = request.method === 'POST' ? pageOfForm(request, ownOriginsOf(face)) : undefined
  if (request.method === 'POST' && !isOfBrowser(context.codes, cookie, form.get('form_token'))) {
    // Made before somebody signed in anew, or with a cookie that is gone: its page is shown again, after signing in
    // where that is needed.
    if (formPage === undefined) throw new Problem(forged)
    if (!prefersHtml(request.headers.accept)) throw new Problem(unauthenticated)
    return redirect(reply, { to: formPage })
  }

  const now = context.clock.now()
  const session = cookie === undefined ? undefined : await currentSession(context, cookie, now)
  if (session && !session.awaitsCode) request.principal = principalOf(session)
  // A visitor without a session gets a cookie too: it tells their forms from those made for another browser.
  const browser = cookie ?? newSessionKey()
  if (cookie === undefined) reply.header('set-cookie', writeCookie(browser))

  const query = new URLSearchParams(splitTarget(request.url).query)
  const acceptLanguage = request.headers['accept-language']
  const language = languageOf(localeFor(query.get('locale'), session?.locale, acceptLanguage))
  const visit: Visit = {
    context,
    addresses: face.addresses,
    now,
    source: request.ip,
    userAgent: request.headers['user-agent'],
    target: request.url,
    isPost: request.method === 'POST',
    wantsJson: /\bapplication\/json\b/i.test(request.headers.accept ?? '') && !prefersHtml(request.headers.accept),
    query,
    params: request.params as Record<string, string>,
    formPage,
    form,
    session: session?.awaitsCode === false ? session : undefined,
    halfway: session?.awaitsCode === true ? session : undefined,
    language,
    notation: readsTwelveHours(language.locale, acceptLanguage) ? '12h' : '24h',
    theme: readTheme(request.headers.cookie),
    formToken: formTokenFor(context.codes, browser),
    knownBrowser: readKnownCookie(request.headers.cookie),
    count: (...buckets) => countAttempt(face.limiter, buckets, now),
    forget: (...buckets) => forgetAttempts(face.limiter, buckets),
  }
  const answered = await page(visit).catch((error: unknown) => afterSignOut(error, page, visit))
  if ('title' in answered && answered.status === 404 && !prefersHtml(request.headers.accept)) throw missing()
  const failed = async (error: unknown) => textFor(visit.language, await refusalFor(face, error, request, reply))
  return send(reply, answered, visit, { layout, failed })
}

/** A user who was signed out elsewhere while the page ran is asked to sign in, as if they had come a moment later. */
const afterSignOut = <Page extends AnyPage>(
  error: unknown,
  page: PageHandler<Visit, Page>,
  visit: Visit,
): Promise<PageAnswer<Page>> => {
  if (visit.session && error instanceof Problem && error.kind === unauthenticated)
    return page({ ...visit, session: undefined })
  throw error
}

interface Sending<Page extends AnyPage> {
  readonly layout: Layout<Page>
  /** What to say when the rest of a page cannot be had. */
  failed(error: unknown): Promise<readonly [title: string, text: string]>
}

const send = async <Page extends AnyPage>(
  reply: FastifyReply,
  answered: PageAnswer<Page>,
  visit: Visit,
  { layout, failed }: Sending<Page>,
): Promise<FastifyReply> => {
  if (answered.cookie) reply.header('set-cookie', cookieText(answered.cookie, visit.now))
  if (answered.knownBrowser) reply.header('set-cookie', writeKnownCookie(answered.knownBrowser))
  if (answered.theme) reply.header('set-cookie', writeTheme(answered.theme))
  if ('to' in answered) return redirect(reply, answered)
  if ('file' in answered) {
    const disposition = `attachment; filename="${answered.name}"`
    return reply
      .headers({ 'content-type': answered.type, 'content-disposition': disposition, 'cache-control': 'no-store' })
      .send(answered.file)
  }
  if ('stream' in answered) {
    // Its connection ends with it, so that no shutdown waits for an idle one; and no proxy keeps the messages back.
    const headers = {
      'content-type': answered.type,
      'cache-control': 'no-store',
      connection: 'close',
      'x-accel-buffering': 'no',
    }
    return reply.headers(headers).send(answered.stream)
  }
  reply.code(answered.status ?? 200)
  if ('json' in answered)
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(JSON.stringify(answered.json))
  const { text, headers, rest } = await layout(answered, visit)
  if (!rest) return reply.headers(headers).send(text)
  const parts = async function* () {
    yield text
    // It is on its way before the embedded database computes in this thread.
    await setImmediate()
    yield await rest.load().catch(async (error: unknown) => rest.failed(...(await failed(error))))
  }
  return reply.headers({ ...headers, 'x-accel-buffering': 'no' }).send(Readable.from(parts()))
}

const redirect = (reply: FastifyReply, { to, status = 303 }: Redirect): FastifyReply =>
  reply.code(status).headers({ location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send()

/** When a session ends, a new cookie replaces it at once: the forms of the next page need it. */
const cookieText = (change: CookieChange, now: Date): string =>
  change === 'end'
    ? writeCookie(newSessionKey())
    : writeCookie(change.key, Math.floor((change.expiresAt.getTime() - now.getTime()) / 1000))

/** As a page for people, and in the API's shape for programs. */
const answerProblem = async (
  face: PageFace,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const refusal = await showableProblem(face, error, request, reply)
  reply.headers(headersOf({ isCapability: true }))
  if (!prefersHtml(request.headers.accept))
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(refusal.body))
  const language = languageOf(localeFor(null, null, request.headers['accept-language']))
  const [title, text] = textFor(language, refusal)
  return reply.send(
    layOut(problemPage(language, title, text), { session: undefined, formToken: '', theme: undefined, language }),
  )
}

/** As for visitors; members also see what an operation has said. */
const textFor = (language: Language, problem: Problem): readonly [title: string, text: string] => {
  const { kind, message } = problem
  if (kind.status === 403 && kind !== forged) return [language.pages.wrongTitle, problemText(language, problem)]
  if (kind.status === 400 && kind !== invalidArgument) return [kind.title, message]
  return noticeFor({ ...language, texts: language.pages }, problem)
}
