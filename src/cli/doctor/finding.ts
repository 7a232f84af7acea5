/** What a check has found. `wrong` keeps the service from working as it should; a `warning` does not. */
export interface Finding {
  readonly check: string
  readonly verdict: 'ok' | 'warning' | 'wrong'
  /** What is; and, unless it is well, what to do. */
  readonly message: string
}

export const ok = (check: string, message: string): Finding => ({ check, verdict: 'ok', message })
export const warning = (check: string, message: string): Finding => ({ check, verdict: 'warning', message })
export const wrong = (check: string, message: string): Finding => ({ check, verdict: 'wrong', message })
