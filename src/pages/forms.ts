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
  scope.addContentTypeParser(/^multipart\/form-data\b/i, async ({ headers, routeOptions }: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    const type = headers['content-type'] ?? ''
    if (!takesFiles(routeOptions.url)) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type)
    const sent = await new Response(await bothEndsOf(payload), { headers: { 'content-type': type } }).formData().catch(() => {
      throw invalid({ parameter: 'base', message: 'invalid' })
    })
    const form = new URLSearchParams()
    for (const [name, value] of sent) form.append(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64'))
    return storable(form)
  })
}

/** The fields beside a file. */
const maxFieldBytes = 16 * 1024
/** A browser shows our answer only when it could send everything. */
const maxUploadBytes = 64 * 1024 * 1024

/**
 * Of a picture that is too large only what shows that: its beginning, which is more than a picture may have, and the end of the form. So its
 * page can say it beside the field.
 */
const bothEndsOf = async (payload: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> => {
  const start: Buffer[] = []
  let room = maxPictureBytes + maxFieldBytes
  let end = Buffer.alloc(0)
  let size = 0
  try {
    for await (const chunk of payload) {
      size += chunk.length
      if (size > maxUploadBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      start.push(chunk.subarray(0, room))
      end = Buffer.concat([end, chunk.subarray(room)]).subarray(-maxFieldBytes)
      room = Math.max(0, room - chunk.length)
    }
  } catch (error) {
    throw size > maxUploadBytes ? error : invalid({ parameter: 'base', message: 'invalid' })
  }
  return Buffer.concat([...start, end])
}

const storable = (form: URLSearchParams): URLSearchParams => {
  for (const [name, value] of form) if (!isStorable(name) || !isStorable(value)) throw invalid({ parameter: 'base', message: 'invalid' })
  return form
}

const takesFiles = (url: string | undefined): boolean => url === '/account/avatar' || url === '/app/organization/branding/logo'
