/** Result of a check. `warning` works now and may not for long, or puts itself right at the next start. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'broken'
  /** One sentence; for what is not ok, with what to do about it. */
  message: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })
export const warning = (check: string, message: string): Finding => ({ check, status: 'warning', message })
export const broken = (check: string, message: string): Finding => ({ check, status: 'broken', message })
