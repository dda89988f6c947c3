export const sessionStatuses = ['scheduled', 'in-progress', 'completed', 'cancelled'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/**
 * A session's state at an instant, by the clock: a scheduled session is in progress once it begins, and one that has ended
 * without being completed is `ended` until it is.
 */
export const sessionStates = ['scheduled', 'in-progress', 'ended', 'completed', 'cancelled'] as const
export type SessionState = (typeof sessionStates)[number]

export interface TimedSession {
  /** Recorded last. */
  status: SessionStatus
  startDate: string
  endDate: string
}

/** The state of a session at `now`, in milliseconds; `server/state.ts` gives the same in SQL. */
export function stateAt({ status, startDate, endDate }: TimedSession, now: number): SessionState {
  if (status === 'completed' || status === 'cancelled') return status
  if (Date.parse(endDate) <= now) return 'ended'
  return status === 'in-progress' || Date.parse(startDate) <= now ? 'in-progress' : 'scheduled'
}

const transitions: Readonly<Record<SessionState, readonly SessionStatus[]>> = {
  scheduled: ['in-progress', 'cancelled'],
  'in-progress': ['completed', 'cancelled'],
  ended: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

/**
 * The statuses that a session may be given: forward, or cancelled while it is not completed. To start a session that the
 * clock has started already records it.
 */
export function nextStatuses(status: SessionStatus, state: SessionState): readonly SessionStatus[] {
  const isUnrecorded = status === 'scheduled' && state === 'in-progress'
  return isUnrecorded ? ['in-progress', ...transitions[state]] : transitions[state]
}
