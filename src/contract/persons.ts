import { createHmac } from 'node:crypto'

/**
 * Somebody known by an address, within one organization: a keyed hash that every row about them carries, so that all of
 * it is found when they are to be forgotten. With the database but without the key, nobody can be identified by it.
 */
export class Persons {
  readonly #key: Buffer
  readonly #onPerson: (person: Buffer) => void

  constructor(key: Buffer, onPerson: (person: Buffer) => void = () => {}) {
    this.#key = key
    this.#onPerson = onPerson
  }

  of(organizationId: string, email: string): Buffer {
    const person = createHmac('sha256', this.#key)
      .update(JSON.stringify([organizationId, email.trim().toLowerCase()]))
      .digest()
    this.#onPerson(person)
    return person
  }

  /** The same persons, and word of each that is asked for. */
  watched(onPerson: (person: Buffer) => void): Persons {
    return new Persons(this.#key, onPerson)
  }
}
