import { bodyTooLarge, internalError, invalid, Problem, unavailable, unsupportedMediaType } from '#contract/problem.ts'
import { faultOf } from '#platform/db/faults.ts'
import { LimiterAway } from '#platform/limits/limiter.ts'
import { BadJson } from './strict-json.ts'

/** What to answer for whatever was thrown. Undefined for what is our own fault: it is logged, and answered with a 500. */
export const problemFor = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error
  if (error instanceof BadJson) return invalid({ parameter: 'base', message: error.message })
  if (error instanceof LimiterAway) return new Problem(unavailable)
  const framework = problemOfFramework(error)
  if (framework) return framework
  switch (faultOf(error)) {
    case 'away':
    case 'try_again':
      return new Problem(unavailable)
    case 'bad_input':
      return invalid({ parameter: 'base', message: 'invalid' })
    default:
      return undefined
  }
}

const problemOfFramework = (error: unknown): Problem | undefined => {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(bodyTooLarge)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Problem(unsupportedMediaType)
    default:
      return typeof statusCode === 'number' && statusCode < 500 ? invalid({ parameter: 'base', message: 'invalid' }) : undefined
  }
}

/** For a fault of ours: nothing of the inside. */
export const ourFault = (): Problem => new Problem(internalError)
