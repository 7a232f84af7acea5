import type { Log } from '#platform/log.ts'

export interface Line {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly fields: object
  readonly message: string
}

/** A log that keeps its lines. */
export const recordedLog = (): Log & { readonly lines: Line[] } => {
  const lines: Line[] = []
  const at = (level: Line['level']) => (fields: object, message: string) => void lines.push({ level, fields, message })
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), flush: async () => true }
}
