export const sessionStatuses = ['scheduled', 'in-progress', 'completed', 'cancelled'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/**
 * States of a session at an instant: a scheduled session is in progress once it begins, and `ended` after its end until it is
 * completed.
 */
export const sessionStates = ['scheduled', 'in-progress', 'ended', 'completed', 'cancelled'] as const
export type SessionState = (typeof sessionStates)[number]

export interface TimedSession {
  /** Status recorded last. */
  status: SessionStatus
  startDate: string
  endDate: string
}

/** State of a session at `now`, in milliseconds; `server/state.ts` has the same in SQL. */
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
 * Lists the statuses that a session may be set to: forward, or canceled while it is not completed. A session that has started
 * by the clock may be set to in progress.
 */
export function nextStatuses(status: SessionStatus, state: SessionState): readonly SessionStatus[] {
  const isUnrecorded = status === 'scheduled' && state === 'in-progress'
  return isUnrecorded ? ['in-progress', ...transitions[state]] : transitions[state]
}
