import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { TimedSession } from '../state-contract.ts'
import { sessionStateLabels } from './sessionLabels.ts'
import { useSessionState } from './useSessionState.ts'

interface SessionStatusBadgeProps {
  session: TimedSession
  /** True to hide the usual state. */
  hidesScheduled?: boolean
}

/** Shows a session's state at the present time. */
export function SessionStatusBadge({ session, hidesScheduled }: SessionStatusBadgeProps) {
  const state = useSessionState(session)
  if (hidesScheduled && state === 'scheduled') return null
  const { label, ...look } = sessionStateLabels[state]
  return <Badge {...look}>{label}</Badge>
}
