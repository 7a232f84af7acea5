/** The other side did not answer in time. Whether it did what was asked is unknown. */
export class TooLate extends Error {
  override readonly name = 'TooLate'

  constructor(milliseconds: number) {
    super(`No answer within ${milliseconds} ms.`)
  }
}

/**
 * Waits for an answer, but not for ever. An answer that arrived while this process was busy elsewhere is still read
 * first.
 */
export const within = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new TooLate(milliseconds))), milliseconds)
    answer.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
