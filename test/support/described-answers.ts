import { routes } from '#app.ts'
import { exampleLinks } from '#contract/wire.ts'
import { describeApi } from '#http/openapi.ts'
import { readVersion } from '#platform/version.ts'
import { DocumentChecker, operationAt, operationsIn } from './api-document.ts'
import type { TestApp } from './app.ts'
import { databaseKind } from './databases.ts'

/** Made once: where an API is does not change what it answers. */
let described: Promise<{ operations: ReturnType<typeof operationsIn>; checker: DocumentChecker }> | undefined

const describing = async () => {
  const document = describeApi(routes, exampleLinks, await readVersion())
  return { operations: operationsIn(document), checker: new DocumentChecker(document) }
}

/**
 * Requests whose answers are held against what is published: an answer that is not described fails the test that got
 * it. On one of the databases, because it takes a second, and the answers are the same on both.
 */
export const holdingAnswers =
  (ask: TestApp['ask'], api: string): TestApp['ask'] =>
  async (address, asked) => {
    const answer = await ask(address, asked)
    if (databaseKind !== 'postgres') return answer
    described ??= describing()
    const { operations, checker } = await described
    const [method = '', target = ''] = address.split(' ')
    const operation = operationAt(operations, method, target.replace(api, ''))
    const error = operation && checker.complaintAbout(operation, answer.status, answer.body)
    if (error)
      throw new Error(
        `${address} answers otherwise than is published: ${error}. ${answer.status} ${answer.text.slice(0, 500)}`,
      )
    return answer
  }
