import { Agent, get } from 'node:http'

export interface Answered {
  readonly status: number
  readonly isLast: boolean
}

/** One request, on a connection that is used again. */
export const getOnce = (url: string, token: string, agent: Agent): Promise<Answered> =>
  new Promise((done, fail) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer
        .resume()
        .on('end', () => done({ status: answer.statusCode ?? 0, isLast: answer.headers.connection === 'close' }))
      answer.on('error', fail)
    }).on('error', fail)
  })

/** Sends requests until an answer closes the connection, or nothing listens any more. */
export const keepAsking = async (
  url: string,
  token: string,
  onAnswer: () => void,
): Promise<{ statuses: number[]; dropped: string[] }> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses: number[] = []
  const dropped: string[] = []
  for (let isLast = false; !isLast; ) {
    try {
      const answer = await getOnce(url, token, agent)
      statuses.push(answer.status)
      onAnswer()
      isLast = answer.isLast
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'ECONNREFUSED') dropped.push(code ?? message)
      isLast = true
    }
  }
  agent.destroy()
  return { statuses, dropped }
}
