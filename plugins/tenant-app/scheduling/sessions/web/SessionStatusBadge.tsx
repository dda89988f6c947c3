import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { TimedSession } from '../state-contract.ts'
import { sessionStateLabels } from './sessionLabels.ts'
import { useSessionState } from './useSessionState.ts'

interface SessionStatusBadgeProps {
  session: TimedSession
  /** Leaves the usual state out. */
  hidesScheduled?: boolean
}

/** A session's state by the clock. */
export function SessionStatusBadge({ session, hidesScheduled }: SessionStatusBadgeProps) {
  const state = useSessionState(session)
  if (hidesScheduled && state === 'scheduled') return null
  const { label, ...look } = sessionStateLabels[state]
  return <Badge {...look}>{label}</Badge>
}
