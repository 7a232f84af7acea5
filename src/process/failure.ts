import { type DetailBody, detailBody, Problem } from '#contract/problem.ts'
import { faultOf } from '#platform/db/faults.ts'
import { MigrationFailed, SchemaTooNew } from '#platform/db/migrate.ts'
import { WrongSetting } from '#platform/setting-forms.ts'
import { FolderInUse } from './folder/folder.ts'
import { OperatorError, UsageError } from './operator-error.ts'

/** What went wrong, as plain data: it may have to cross a socket before it is shown. */
export interface Failure {
  readonly message: string
  /** Of a refusal that the API has too: its status and title there, and the fields that are wrong. */
  readonly status?: number
  readonly title?: string
  readonly details?: readonly DetailBody[]
  /** Where it happened, when it is our own mistake. */
  readonly stack?: string
  readonly exitCode: number
}

/** It failed inside the service, which said how. */
export class FailedThere extends Error {
  override readonly name = 'FailedThere'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

const speaksForItself = [OperatorError, WrongSetting, FolderInUse, SchemaTooNew, MigrationFailed] as const

export const failureOf = (error: unknown): Failure => {
  if (error instanceof FailedThere) return error.failure
  if (error instanceof UsageError) return { message: error.message, exitCode: 2 }
  if (error instanceof Problem) {
    const { kind, message, details } = error
    const named = details.length > 0 ? { details: details.map(detailBody) } : {}
    return { message, status: kind.status, title: kind.title, ...named, exitCode: 1 }
  }
  if (speaksForItself.some((kind) => error instanceof kind)) return { message: (error as Error).message, exitCode: 1 }
  const refusal = refusalOfTheMachine(error)
  if (refusal !== undefined) return { message: refusal, exitCode: 1 }
  if (faultOf(error) === 'away')
    return { message: `The database does not respond: ${reasonOf(error)}. Run: openslot doctor`, exitCode: 1 }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return {
    message: `Internal error: ${message}`,
    ...(stack === undefined ? {} : { stack }),
    exitCode: 1,
  }
}

/** The innermost of the errors that led to each other: it names the host, or the file. */
export const reasonOf = (error: unknown): string => {
  const { cause, errors } = error as { cause?: unknown; errors?: readonly unknown[] }
  if (cause !== undefined) return reasonOf(cause)
  if (errors?.[0] !== undefined) return reasonOf(errors[0])
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}

/** What the operating system refused, where its owner can do something about it. */
const refusalOfTheMachine = (error: unknown): string | undefined => {
  const { code, syscall, path, port, address } = error as {
    code?: string
    syscall?: string
    path?: string
    port?: number
    address?: string
  }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that program, or set PORT (or OPENSLOT_METRICS_PORT) to a free port.`
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${address}. Set HOST to one of its addresses, or to 0.0.0.0 for all.`
    case 'EEXIST':
    case 'ENOTDIR':
      return path === undefined ? undefined : `${path} is not a folder. Set OPENSLOT_DATA to one.`
    case 'ENOENT':
      // The folders above it were there, or were made: the place itself takes none.
      return syscall === 'mkdir'
        ? `The folder ${path} cannot be created. Set OPENSLOT_DATA to another place.`
        : undefined
    case 'ENOSPC':
      return 'The disk is full. Free up space and try again.'
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      // A socket in the data folder has no port; Node calls it -1.
      if (syscall === 'listen' && (port ?? -1) < 0)
        return `The current user cannot write to the folder of ${address}. Give this user write permission, or set OPENSLOT_DATA to another folder.`
      if (syscall === 'listen') return `Port ${port} is reserved for administrators. Set PORT to a port above 1023.`
      return path === undefined
        ? undefined
        : `${path} cannot be used: ${code}. Give this user access to it, or set OPENSLOT_DATA to another folder.`
    default:
      return undefined
  }
}
