import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { SessionState } from '../state-contract.ts'

/** Label and color of each state. */
export const sessionStateLabels: Record<SessionState, { label: string; tone: BadgeTone; hasDot?: boolean }> = {
  scheduled: { label: 'Scheduled', tone: 'blue' },
  'in-progress': { label: 'In progress', tone: 'green', hasDot: true },
  ended: { label: 'Ended', tone: 'amber' },
  completed: { label: 'Completed', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'red' },
}

/** Formats as `12/20`, or `12/∞` without a limit. */
export function places({
  currentParticipants,
  maxParticipants,
}: {
  currentParticipants: number
  maxParticipants: number | null
}): string {
  return `${currentParticipants}/${maxParticipants ?? '∞'}`
}
