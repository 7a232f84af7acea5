interface Line<Answer> {
  readonly running: Promise<Answer>
  next?: Promise<Answer>
}

/**
 * Many who ask for the same at once are answered together. Each by work that began after they had asked, so that nobody is
 * told how things were before: whoever comes while it is being done waits for the next, with all the others who came meanwhile.
 */
export class Together<Answer> {
  readonly #lines = new Map<string, Line<Answer>>()

  ask(what: string, work: () => Promise<Answer>): Promise<Answer> {
    const line = this.#lines.get(what)
    if (line === undefined) return this.#begin(what, work)
    const again = (): Promise<Answer> => this.#begin(what, work)
    line.next ??= line.running.then(again, again)
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
}
