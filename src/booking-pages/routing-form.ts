import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { trackingNames } from '#bookings/index.ts'
import { missing, Problem } from '#contract/problem.ts'
import type { ReasonCode } from '#contract/reasons.ts'
import { idOf, pathId } from '#contract/wire.ts'
import { performOpen } from '#execution/perform.ts'
import { prefersHtml } from '#http/accept.ts'
import { type Brand, findBrand } from '#organizations/index.ts'
import { checkOrigin } from '#pages/forgery.ts'
import { takeForms } from '#pages/forms.ts'
import { noticeFor, showableProblem } from '#pages/notices.ts'
import type { PageFace } from '#pages/serve-pages.ts'
import { countAttempt } from '#pages/too-many-attempts.ts'
import { countVisitorWrite } from '#pages/visitor-caps.ts'
import type { Bucket } from '#platform/limits/limiter.ts'
import {
  answersFrom,
  type FormQuestion,
  findOpenForm,
  findResult,
  type OpenForm,
  submitRoutingForm,
} from '#routing/index.ts'
import { filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { PageTexts } from '../../languages/page-texts.ts'
import { loadAssets } from './assets.ts'
import { newFormToken, nonceOf } from './form-token.ts'
import { isEmbedded, originOf } from './page-frame.tsx'
import { languageFor } from './page-language.ts'
import { visitorQuery } from './query-parameters.ts'
import {
  type FormFrame,
  type FormPage,
  fieldOf,
  formPage,
  layOutForm,
  noticePage,
  resultPage,
} from './routing-form-view.tsx'

/** Parameters passed on from the form to the booking page: campaign tracking and appearance. */
const passedOn = [
  ...trackingNames,
  ...['embed_domain', 'embed_type', 'hide_event_type_details', 'hide_landing_page_details', 'hide_gdpr_banner'],
  ...['background_color', 'text_color', 'primary_color', 'locale'],
]

/** Public forms, in any site's frame, without a cookie and without a script. */
export const serveRoutingForms = (server: FastifyInstance, face: PageFace): void => {
  const { api, auth, site } = face.addresses
  const ownOrigins = [api, auth, site].map((address) => new URL(address).origin)
  void server.register(async (scope) => {
    takeForms(scope)
    scope.setErrorHandler((error, request, reply) => answerProblem(face, error, request, reply))
    scope.addHook('onRequest', async (request, reply) => {
      reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers')
      await face.rateLimits.countSource(reply, request.ip, face.context.clock.now())
      if (request.method === 'POST') checkOrigin(request, ownOrigins)
    })
    scope.get('/forms/:uuid', (request, reply) => show(face, request, reply))
    scope.post('/forms/:uuid', (request, reply) => submit(face, request, reply))
    scope.get('/forms/:uuid/submissions/:submission', (request, reply) => showResult(face, request, reply))
  })
}

const show = async (face: PageFace, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const form = await formOf(face, request)
  const query = visitorQuery(request)
  const values = Object.fromEntries(
    form.questions.map((question, index) => [fieldOf(question), prefilled(query, question, index)]),
  )
  return sendForm(face, request, reply, { form, values })
}

const submit = async (face: PageFace, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { codes, clock } = face.context
  const form = await formOf(face, request)
  const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const values = Object.fromEntries(
    form.questions.map((question) => [fieldOf(question), sent.get(fieldOf(question)) ?? '']),
  )
  const { texts } = frameOf(request).language
  const pageKey = nonceOf(codes, purposeOf(form), sent.get('form_token'), clock.now())
  if (pageKey === undefined)
    return sendForm(face, request, reply.code(403), { form, values, errors: { base: texts.stale } })
  try {
    const to = await keepAnswers(face, request, form, pageKey, values)
    return reply
      .code(303)
      .headers({ location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .send()
  } catch (error) {
    return sendForm(face, request, reply.code(400), { form, values, errors: errorsIn(texts, error) })
  }
}

/** Keeps what was answered. Gives where it leads. */
const keepAnswers = async (
  face: PageFace,
  request: FastifyRequest,
  form: OpenForm,
  pageKey: string,
  values: FormValues,
): Promise<string> => {
  const { context, limiter } = face
  const query = visitorQuery(request)
  const answers = Object.fromEntries(form.questions.map((question) => [question.uuid, values[fieldOf(question)] ?? '']))
  const tracking = Object.fromEntries(trackingNames.map((name) => [name, query.get(name) ?? undefined]))
  // What is not going to be stored is not counted.
  answersFrom(answers, form.questions)
  const count = (...buckets: readonly Bucket[]) => countAttempt(limiter, buckets, context.clock.now())
  await countVisitorWrite({ context, source: request.ip, count }, { eventTypeId: form.id, recipients: [] })
  const { submission, leads_to } = await performOpen(context, submitRoutingForm, {
    uuid: form.id,
    page_key: pageKey,
    answers,
    tracking,
  })
  // Another site must not open inside the page around, and many would refuse to.
  const isElsewhere = submission.result.type === 'external_url' && isEmbedded(query)
  if (leads_to === null || isElsewhere) return `/forms/${form.id}/submissions/${idOf(submission)}${queryText(query)}`
  return submission.result.type === 'event_type' ? withPassedOn(leads_to, query) : leads_to
}

const showResult = async (
  { context: { database } }: PageFace,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { uuid, submission } = request.params as { readonly uuid: string; readonly submission: string }
  const found = await findResult(database.reader, pathId.parse(uuid), pathId.parse(submission))
  if (!found || found.result.type === 'event_type') throw missing()
  const frame = frameOf(request)
  reply.header('x-robots-tag', 'noindex, nofollow')
  return send(reply, resultPage(found.result, frame), frame, await findBrand(database.reader, found.organizationId))
}

const formOf = async ({ context }: PageFace, request: FastifyRequest): Promise<OpenForm> => {
  const { uuid } = request.params as { readonly uuid: string }
  const form = await findOpenForm(context.database.reader, pathId.parse(uuid))
  if (!form) throw missing()
  return form
}

const purposeOf = ({ id }: OpenForm): string => `routing form ${id}`

type FormValues = Readonly<Record<string, string>>

interface Filled {
  readonly form: OpenForm
  readonly values: FormValues
  readonly errors?: FieldErrors
}

const sendForm = async (
  { context: { codes, clock, database }, addresses }: PageFace,
  request: FastifyRequest,
  reply: FastifyReply,
  { form, values, errors = {} }: Filled,
): Promise<FastifyReply> => {
  const frame = frameOf(request)
  const token = newFormToken(codes, purposeOf(form), clock.now())
  const page = formPage(form, frame, {
    action: `/forms/${form.id}${queryText(visitorQuery(request))}`,
    token,
    values,
    errors,
  })
  const brand = await findBrand(database.reader, form.organizationId)
  return send(reply, page, frame, brand, [addresses.site, ...sitesOf(form)])
}

/** `leadsTo`: origins that its form may redirect to. */
const send = async (
  reply: FastifyReply,
  page: FormPage,
  frame: FormFrame,
  brand?: Brand,
  leadsTo: readonly string[] = [],
): Promise<FastifyReply> =>
  reply
    .headers(headersFor(frame.nonce, leadsTo, originOf(brand?.logoUrl ?? null)))
    .send(layOutForm(page, frame, brand, await loadAssets()))

const frameOf = (request: FastifyRequest): FormFrame => {
  const query = visitorQuery(request)
  return {
    query,
    nonce: randomBytes(16).toString('base64url'),
    language: languageFor({ query, acceptLanguage: request.headers['accept-language'] }),
  }
}

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
  [...rules.map(({ destination }) => destination), fallback].flatMap(({ type, value }) =>
    type === 'external_url' ? [value] : [],
  )

/**
 * In any site's frame; nothing from other origins but the logo, and no script but our own. The address may hold a name,
 * so no referrer.
 */
const headersFor = (nonce: string, leadsTo: readonly string[], logo?: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "font-src 'self'",
    `img-src ${["'self'", ...(logo === undefined ? [] : [logo])].join(' ')}`,
    "base-uri 'none'",
    `form-action ${["'self'", ...new Set(leadsTo.flatMap((address) => originOf(address) ?? []))].join(' ')}`,
    'frame-ancestors *',
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'accept-language',
})

const errorsIn = (texts: PageTexts, error: unknown): FieldErrors => {
  if (!(error instanceof Problem) || error.kind.status !== 400) throw error
  return Object.fromEntries(
    error.details.map(({ parameter = '', reason, values }) => [
      parameter.startsWith('answers.') ? fieldOf({ uuid: parameter.slice(8) }) : 'base',
      filled(texts[textNames[reason] ?? 'wrong'], { count: String(values?.most ?? '') }),
    ]),
  )
}

/** The API's texts are for programs. */
const textNames: Readonly<
  Partial<Record<ReasonCode, 'missing' | 'tooLong' | 'wrongEmail' | 'wrongNumber' | 'wrongChoice'>>
> = {
  blank: 'missing',
  too_long: 'tooLong',
  email_format: 'wrongEmail',
  phone_number_format: 'wrongNumber',
  not_a_choice: 'wrongChoice',
}

/** As a page for people, and in the API's shape for programs. */
const answerProblem = async (
  face: PageFace,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const refusal = await showableProblem(face, error, request, reply)
  const frame = frameOf(request)
  if (!prefersHtml(request.headers.accept))
    return reply
      .headers({ ...headersFor(frame.nonce, []), 'content-type': 'application/json; charset=utf-8' })
      .send(JSON.stringify(refusal.body))
  return send(reply, noticePage(...noticeFor(frame.language, refusal)), frame)
}
