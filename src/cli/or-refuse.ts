import { notFound, Problem } from '#contract/problem.ts'
import { OperatorError } from '#process/operator-error.ts'

/** Where an operation says only "not found", says what was not. */
export const orRefuse = async <T>(done: Promise<T>, sentence: string): Promise<T> => {
  try {
    return await done
  } catch (error) {
    throw error instanceof Problem && error.kind === notFound ? new OperatorError(sentence) : error
  }
}
