import { DatabaseAway } from './db/faults.ts'

const maxWaitMilliseconds = 2_000

interface Line<Answer> {
  readonly running: Promise<Answer>
  next?: Promise<Answer> | undefined
}

/**
 * Many who ask for the same at once are answered together. Each by work that began after they had asked, so that nobody is
 * told how things were before: whoever comes while it is being done waits for the next, with all the others who came meanwhile.
 * Nobody waits for ever.
 */
export class Together<Answer> {
  readonly #lines = new Map<string, Line<Answer>>()
  readonly #maxWait: number

  constructor({ maxWait = maxWaitMilliseconds }: { readonly maxWait?: number } = {}) {
    this.#maxWait = maxWait
  }

  ask(what: string, work: () => Promise<Answer>): Promise<Answer> {
    const line = this.#lines.get(what)
    if (line === undefined) return this.#begin(what, work)
    line.next ??= this.#wait(line, () => this.#begin(what, work))
    return line.next
  }

  #begin(what: string, work: () => Promise<Answer>): Promise<Answer> {
    const line: Line<Answer> = { running: work() }
    this.#lines.set(what, line)
    const leave = (): void => {
      if (line.next === undefined) this.#lines.delete(what)
    }
    line.running.then(leave, leave)
    return line.running
  }

  #wait(line: Line<Answer>, begin: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let isOver = false
      const timer = setTimeout(() => {
        isOver = true
        line.next = undefined
        reject(new DatabaseAway(new Error('What is under way for others takes too long.')))
      }, this.#maxWait)
      const goOn = (): void => {
        clearTimeout(timer)
        if (!isOver) resolve(begin())
      }
      line.running.then(goOn, goOn)
    })
  }
}
