import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { trackingNames } from '#bookings/index.ts'
import { missing, Problem } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { performOpen } from '#execution/perform.ts'
import { prefersHtml } from '#http/accept.ts'
import { type Brand, findBrand } from '#organizations/index.ts'
import type { Complaints } from '#pages/fields.ts'
import { checkOrigin } from '#pages/forgery.ts'
import { takeForms } from '#pages/forms.ts'
import { noticeFor, showableProblem } from '#pages/notices.ts'
import type { PageFace } from '#pages/serve-pages.ts'
import { countAttempt } from '#pages/too-many-attempts.ts'
import { countVisitorWrite } from '#pages/visitor-caps.ts'
import { answersFrom, type FormQuestion, findOpenForm, findResult, type OpenForm, submitRoutingForm } from '#routing/index.ts'
import type { PageTexts } from '../../languages/page-texts.ts'
import { loadAssets } from './assets.ts'
import { newFormToken, nonceOf } from './form-token.ts'
import { originOf } from './pictures.ts'
import { type FormFrame, type FormPage, fieldOf, formPage, frameFor, layOutForm, noticePage, resultPage } from './routing-form-view.ts'
import { visitorQuery } from './visitor-query.ts'

/** Parameters passed on from the form to the booking page: campaign tracking and appearance. */
const passedOn = [
  ...trackingNames,
  ...['embed_domain', 'embed_type', 'hide_event_type_details', 'hide_landing_page_details', 'hide_gdpr_banner'],
  ...['background_color', 'text_color', 'primary_color', 'locale'],
]

/** Public forms, in any site's frame, without a cookie and without a script. */
export const serveRoutingForms = (server: FastifyInstance, face: PageFace): void => {
  const { context, addresses } = face
  const ownOrigins = [addresses.api, addresses.auth, addresses.site].map((address) => new URL(address).origin)
  const purpose = (formId: string): string => `routing form ${formId}`

  void server.register(async (scope) => {
    takeForms(scope)
    scope.setErrorHandler((error, request, reply) => answerProblem(face, error, request, reply))
    scope.addHook('onRequest', async (request, reply) => {
      reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers')
      await face.rateLimits.countSource(reply, request.ip, context.clock.now())
      if (request.method === 'POST') checkOrigin(request, ownOrigins)
    })
    scope.get('/forms/:uuid', show)
    scope.post('/forms/:uuid', submit)
    scope.get('/forms/:uuid/submissions/:submission', showResult)
  })

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = await formOf(request)
    const query = visitorQuery(request)
    const values = Object.fromEntries(form.questions.map((question, index) => [fieldOf(question), prefilled(query, question, index)]))
    return sendForm(request, reply, form, values, {}, 200)
  }

  async function submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = context.clock.now()
    const form = await formOf(request)
    const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const values = Object.fromEntries(form.questions.map((question) => [fieldOf(question), sent.get(fieldOf(question)) ?? '']))
    const query = visitorQuery(request)
    const again = (complaints: Complaints, status: number) => sendForm(request, reply, form, values, complaints, status)
    const pageKey = nonceOf(context.codes, purpose(form.id), sent.get('form_token'), now)
    if (pageKey === undefined) return again({ base: frameOf(request).language.texts.stale }, 403)
    const answers = Object.fromEntries(form.questions.map((question) => [question.uuid, values[fieldOf(question)] ?? '']))
    const tracking = Object.fromEntries(trackingNames.map((name) => [name, query.get(name) ?? undefined]))
    try {
      // What is not going to be stored is not counted.
      answersFrom(answers, form.questions)
      const count = (...buckets: Parameters<typeof countAttempt>[1]) => countAttempt(face.limiter, buckets, now)
      await countVisitorWrite({ context, source: request.ip, count }, { eventTypeId: form.id, recipients: [] })
      const { submission, leads_to } = await performOpen(context, submitRoutingForm, { uuid: form.id, page_key: pageKey, answers, tracking })
      const id = submission.uri.slice(submission.uri.lastIndexOf('/') + 1)
      const result = `/forms/${form.id}/submissions/${id}${queryText(query)}`
      // Another site must not open inside the page around, and many would refuse to.
      const isElsewhere = submission.result.type === 'external_url' && query.has('embed_domain')
      const to = leads_to === null || isElsewhere ? result : submission.result.type === 'event_type' ? withPassedOn(leads_to, query) : leads_to
      return reply.code(303).headers({ location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send()
    } catch (error) {
      return again(complaintsIn(frameOf(request).language.texts, error), 400)
    }
  }

  async function showResult(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uuid, submission } = request.params as { readonly uuid: string; readonly submission: string }
    const found = await findResult(context.database.reader, pathId.parse(uuid), pathId.parse(submission))
    if (!found || found.result.type === 'event_type') throw missing()
    const frame = frameOf(request)
    reply.header('x-robots-tag', 'noindex, nofollow')
    return send(reply, resultPage(found.result, frame), frame, { brand: await findBrand(context.database.reader, found.organizationId) })
  }

  async function formOf(request: FastifyRequest): Promise<OpenForm> {
    const { uuid } = request.params as { readonly uuid: string }
    const form = await findOpenForm(context.database.reader, pathId.parse(uuid))
    if (!form) throw missing()
    return form
  }

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    form: OpenForm,
    values: Readonly<Record<string, string>>,
    complaints: Complaints,
    status: number,
  ): Promise<FastifyReply> {
    const query = visitorQuery(request)
    const frame = frameOf(request)
    const token = newFormToken(context.codes, purpose(form.id), context.clock.now())
    const page = formPage(form, frame, { action: `/forms/${form.id}${queryText(query)}`, token, values, complaints })
    const brand = await findBrand(context.database.reader, form.organizationId)
    return send(reply.code(status), page, frame, { brand, leadsTo: [addresses.site, ...sitesOf(form)] })
  }
}

interface PageFrame {
  readonly brand?: Brand | undefined
  /** Origins that its form may redirect to. */
  readonly leadsTo?: readonly string[]
}

const send = async (reply: FastifyReply, page: FormPage, frame: FormFrame, { brand, leadsTo = [] }: PageFrame = {}): Promise<FastifyReply> =>
  reply.headers(headersFor(frame.nonce, leadsTo, originOf(brand?.logoUrl ?? null))).send(layOutForm(page, frame, brand, await loadAssets()))

const frameOf = (request: FastifyRequest): FormFrame =>
  frameFor(visitorQuery(request), request.headers['accept-language'], randomBytes(16).toString('base64url'))

const queryText = (query: URLSearchParams): string => (query.size === 0 ? '' : `?${query}`)

/** What the address fills in: name and e-mail address, and answers by their position. */
const prefilled = (query: URLSearchParams, { type }: FormQuestion, index: number): string =>
  (type === 'name' || type === 'email' ? query.get(type) : undefined) ?? query.get(`a${index + 1}`) ?? ''

const withPassedOn = (address: string, query: URLSearchParams): string => {
  const url = new URL(address)
  for (const name of passedOn) {
    const value = query.get(name)
    if (value !== null && value.length <= 255) url.searchParams.set(name, value)
  }
  return url.href
}

/** Browsers apply `form-action` to redirects, too. */
const sitesOf = ({ rules, fallback }: OpenForm): string[] =>
  [...rules.map(({ destination }) => destination), fallback].flatMap(({ type, value }) => (type === 'external_url' ? [value] : []))

/** In any site's frame; nothing from other origins but the logo, and no script but our own. The address may hold a name, so no referrer. */
const headersFor = (nonce: string, leadsTo: readonly string[], logo?: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    ...(logo === undefined ? [] : [`img-src ${logo}`]),
    "base-uri 'none'",
    `form-action ${["'self'", ...new Set(leadsTo.flatMap((address) => originOf(address) ?? []))].join(' ')}`,
    'frame-ancestors *',
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'accept-language',
})

const complaintsIn = (texts: PageTexts, error: unknown): Complaints => {
  if (!(error instanceof Problem) || error.kind.status !== 400) throw error
  return Object.fromEntries(
    error.details.map(({ parameter = '', message }) => [
      parameter.startsWith('answers.') ? fieldOf({ uuid: parameter.slice(8) }) : 'base',
      sentence(texts, message),
    ]),
  )
}

/** The API's texts are for programs. */
const sentence = (texts: PageTexts, message: string): string => {
  if (message.startsWith('size cannot be greater than')) return texts.tooLong
  switch (message) {
    case 'must be filled':
      return texts.missing
    case 'is in invalid format':
      return texts.wrongEmail
    case 'is not a valid phone number':
      return texts.wrongNumber
    case 'is not one of the choices':
      return texts.wrongChoice
    default:
      return texts.wrong
  }
}

/** As a page for people, and in the API's shape for programs. */
const answerProblem = async (face: PageFace, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const problem = await showableProblem(face, error, request, reply)
  const frame = frameOf(request)
  if (!prefersHtml(request.headers.accept))
    return reply.headers({ ...headersFor(frame.nonce, []), 'content-type': 'application/json; charset=utf-8' }).send(JSON.stringify(problem.body))
  return send(reply, noticePage(...noticeFor(frame.language, problem)), frame)
}
