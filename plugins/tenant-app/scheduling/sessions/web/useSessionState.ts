import { useEffect, useState } from 'react'
import { stateAt, type SessionState, type TimedSession } from '../state-contract.ts'

/** Maximum delay of a browser timer. */
const MAX_DELAY_MS = 2 ** 31 - 1
/** Margin in milliseconds, since timers may fire slightly early. */
const MARGIN_MS = 50

/** Returns a session's state, and updates it as the session begins and ends. */
export function useSessionState(session: TimedSession): SessionState {
  const [now, setNow] = useState(() => Date.now())
  const next = [session.startDate, session.endDate].map((date) => Date.parse(date)).find((instant) => instant > now)
  useEffect(() => {
    if (next === undefined) return
    const delay = Math.max(next - Date.now(), 0) + MARGIN_MS
    const timer = setTimeout(() => setNow(Date.now()), Math.min(delay, MAX_DELAY_MS))
    return () => clearTimeout(timer)
  }, [next])
  return stateAt(session, now)
}
