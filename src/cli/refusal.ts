import { notFound, Problem } from '#contract/problem.ts'

/** The command cannot do what it was asked; the sentence says why, and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** The words on the command line cannot be understood. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

/** Where an operation says only "not found", says what was not. */
export const orRefuse = async <T>(done: Promise<T>, sentence: string): Promise<T> => {
  try {
    return await done
  } catch (error) {
    throw error instanceof Problem && error.kind === notFound ? new Refusal(sentence) : error
  }
}
