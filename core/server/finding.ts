/** Result of a check. `warning`: works now but may fail soon, or repairs itself at the next start. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'broken'
  /** One sentence; if not ok, with the remedy. */
  message: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })
export const warning = (check: string, message: string): Finding => ({ check, status: 'warning', message })
export const broken = (check: string, message: string): Finding => ({ check, status: 'broken', message })
