import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { SessionStatus } from '../contract.ts'

/** How a status is called and coloured. */
export const sessionStatusWords: Record<SessionStatus, { label: string; tone: BadgeTone; hasDot?: boolean }> = {
  scheduled: { label: 'Scheduled', tone: 'blue' },
  'in-progress': { label: 'In progress', tone: 'green', hasDot: true },
  completed: { label: 'Completed', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'red' },
}

/** `12/20`, or `12/∞` where as many may come as want to. */
export function places({
  currentParticipants,
  maxParticipants,
}: {
  currentParticipants: number
  maxParticipants: number | null
}): string {
  return `${currentParticipants}/${maxParticipants ?? '∞'}`
}
