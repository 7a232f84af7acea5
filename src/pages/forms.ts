import type { FastifyInstance, FastifyRequest } from 'fastify'
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
    for (const [name, value] of form) if (!isStorable(name) || !isStorable(value)) throw invalid({ parameter: 'base', message: 'invalid' })
    return form
  })
  // Its limit is that of the page: few take files.
  scope.addContentTypeParser(/^multipart\/form-data\b/i, { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) => {
    const type = headers['content-type'] ?? ''
    const sent = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
      throw invalid({ parameter: 'base', message: 'invalid' })
    })
    const form = new URLSearchParams()
    for (const [name, value] of sent) form.append(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64'))
    return form
  })
}

/** A file, and a little for the other fields around it. */
const maxUploadBytes = maxPictureBytes + 16 * 1024

/** How much a page takes in a form with files. */
export const uploadLimitOf = (url: string): number => (url === '/account/avatar' || url === '/account/logo' ? maxUploadBytes : maxFormBytes)
