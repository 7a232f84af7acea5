import { faultOf, type ServiceFault } from '#integrations/index.ts'
import { isJoinUrl, type MadeConference } from './provider.ts'

/** What a service has made, if people can be sent there. */
export const madeConference = (made: MadeConference): MadeConference | ServiceFault =>
  isJoinUrl(made.joinUrl) ? made : faultOf('bad_answer')
