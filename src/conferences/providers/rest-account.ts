import type { z } from 'zod'
import {
  type AccessTokens,
  type Deadline,
  faultOf,
  isFault,
  type ReadRefusal,
  RestClient,
  type ServiceFault,
} from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { ConferenceProvider, ConferenceToMake, MadeConference } from './provider.ts'

/** An account at a service without keys that make a request safe to repeat: what was asked for before is looked for. */
export abstract class RestAccount implements ConferenceProvider {
  readonly #outgoing: Outgoing
  readonly #tokens: AccessTokens
  readonly #readRefusal: ReadRefusal

  constructor(outgoing: Outgoing, tokens: AccessTokens, readRefusal: ReadRefusal) {
    this.#outgoing = outgoing
    this.#tokens = tokens
    this.#readRefusal = readRefusal
  }

  async create(
    conference: ConferenceToMake,
    wasTried: boolean,
    deadline: Deadline,
  ): Promise<MadeConference | ServiceFault> {
    const found = wasTried ? await this.find(conference, deadline) : undefined
    if (found && isFault(found)) return found
    const updated = found ? await this.update(found.foreignId, conference, deadline) : 'gone'
    return updated === 'gone' ? this.make(conference, deadline) : updated
  }

  protected abstract make(conference: ConferenceToMake, deadline: Deadline): Promise<MadeConference | ServiceFault>
  abstract find(
    conference: ConferenceToMake,
    deadline: Deadline,
  ): Promise<{ readonly foreignId: string } | ServiceFault | undefined>
  abstract update(
    foreignId: string,
    conference: ConferenceToMake,
    deadline: Deadline,
  ): Promise<MadeConference | 'gone' | ServiceFault>
  abstract remove(foreignId: string, deadline: Deadline): Promise<ServiceFault | undefined>

  protected client(deadline: Deadline): RestClient {
    return new RestClient(this.#outgoing, this.#tokens, deadline, this.#readRefusal)
  }
}

/** How the owner of an account recognizes it: by what the service says at this address. */
export const accountNameAt =
  <Read extends z.ZodType>(
    url: string,
    shape: Read,
    nameIn: (read: z.output<Read>) => string,
    readRefusal: ReadRefusal,
  ) =>
  async (
    outgoing: Outgoing,
    tokens: AccessTokens,
    deadline: Deadline,
  ): Promise<{ readonly account: string } | ServiceFault> => {
    const answer = await new RestClient(outgoing, tokens, deadline, readRefusal).ask({ method: 'GET', url }, 200)
    if (isFault(answer)) return answer
    const read = shape.safeParse(answer.body)
    return read.success ? { account: nameIn(read.data) } : faultOf('bad_answer')
  }
