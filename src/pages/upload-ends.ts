import { errorCodes } from 'fastify'
import { invalid } from '#contract/problem.ts'
import { maxPictureBytes } from '#platform/pictures/picture.ts'

/** The fields beside a file. */
const maxFieldBytes = 16 * 1024
/** A browser shows our answer only when it could send everything. */
const maxUploadBytes = 64 * 1024 * 1024

/**
 * Of a picture that is too large only what shows that: its beginning, which is more than a picture may have, and the
 * end of the form. So its page can say it beside the field.
 */
export const bothEndsOf = async (payload: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> => {
  const start: Buffer[] = []
  let room = maxPictureBytes + maxFieldBytes
  let end = Buffer.alloc(0)
  let size = 0
  try {
    for await (const chunk of payload) {
      size += chunk.length
      if (size > maxUploadBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      // An empty piece would hold its whole chunk in memory, too.
      if (room > 0) start.push(chunk.subarray(0, room))
      end = Buffer.concat([end, chunk.subarray(room)]).subarray(-maxFieldBytes)
      room = Math.max(0, room - chunk.length)
    }
  } catch (error) {
    throw size > maxUploadBytes ? error : invalid({ parameter: 'base', reason: 'invalid' })
  }
  return Buffer.concat([...start, end])
}
