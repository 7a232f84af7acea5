import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { invalid } from '#contract/problem.ts'
import { formType, textOfBody } from '#http/bodies.ts'
import { isStorable } from '#http/strict-json.ts'
import { maxPictureBytes } from '#platform/pictures/picture.ts'

const maxFormBytes = 256 * 1024

/** Parses forms and nothing else. Only in this scope: the API accepts no forms. */
export const takeForms = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit: maxFormBytes }, async (request: FastifyRequest, body: Buffer) => {
    const form = new URLSearchParams(textOfBody(request, body))
    return storable(form)
  })
  // Its limit is that of the page, and few pages take files.
  scope.addContentTypeParser(/^multipart\/form-data\b/i, { parseAs: 'buffer' }, async ({ headers, routeOptions }: FastifyRequest, body: Buffer) => {
    const type = headers['content-type'] ?? ''
    if (!takesFiles(routeOptions.url)) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type)
    const sent = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
      throw invalid({ parameter: 'base', message: 'invalid' })
    })
    const form = new URLSearchParams()
    for (const [name, value] of sent) form.append(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64'))
    return storable(form)
  })
}

const storable = (form: URLSearchParams): URLSearchParams => {
  for (const [name, value] of form) if (!isStorable(name) || !isStorable(value)) throw invalid({ parameter: 'base', message: 'invalid' })
  return form
}

const takesFiles = (url: string | undefined): boolean => url === '/account/avatar' || url === '/app/organization/branding/logo'

/** A file, and a little for the other fields around it. */
const maxUploadBytes = maxPictureBytes + 16 * 1024

/** How much a page takes in a form with files. */
export const uploadLimitOf = (url: string): number => (takesFiles(url) ? maxUploadBytes : maxFormBytes)
