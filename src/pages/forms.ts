import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { invalid } from '#contract/problem.ts'
import { formType, textOfBody } from '#http/bodies.ts'
import { isStorable } from '#http/strict-json.ts'
import { bothEndsOf } from './upload-ends.ts'

const maxFormBytes = 256 * 1024

/** Parses forms and nothing else. Only in this scope: the API accepts no forms. */
export const takeForms = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    formType,
    { parseAs: 'buffer', bodyLimit: maxFormBytes },
    async (request: FastifyRequest, body: Buffer) => {
      const form = new URLSearchParams(textOfBody(request, body))
      return storable(form)
    },
  )
  scope.addContentTypeParser(
    /^multipart\/form-data\b/i,
    async ({ headers, routeOptions }: FastifyRequest, payload: AsyncIterable<Buffer>) => {
      const type = headers['content-type'] ?? ''
      if (!takesFiles(routeOptions.url)) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type)
      const sent = await new Response(await bothEndsOf(payload), { headers: { 'content-type': type } })
        .formData()
        .catch(() => {
          throw invalid({ parameter: 'base', reason: 'invalid' })
        })
      const form = new URLSearchParams()
      for (const [name, value] of sent)
        form.append(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64'))
      return storable(form)
    },
  )
}

const storable = (form: URLSearchParams): URLSearchParams => {
  for (const [name, value] of form)
    if (!isStorable(name) || !isStorable(value)) throw invalid({ parameter: 'base', reason: 'invalid' })
  return form
}

const takesFiles = (url: string | undefined): boolean =>
  url === '/account/avatar' || url === '/app/organization/branding/logo'
