import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { Period } from '../../../base/points/contract.ts'
import type { BoardKind, TeamKind } from '../contract.ts'

export const orientations = ['landscape', 'portrait'] as const
export type Orientation = (typeof orientations)[number]
export const orientationLabels: Record<Orientation, string> = { landscape: 'Landscape', portrait: 'Portrait' }

export const periodLabels: Record<Period, string> = {
  'all-time': 'All Time',
  monthly: 'This Month',
  weekly: 'This Week',
}

export const kindLabels: Record<BoardKind, { label: string; description: string }> = {
  everyone: { label: 'Everyone', description: 'All students with points, in order of rank.' },
  'first-ten': { label: 'The first ten', description: 'Ranks 1 to 10, for every viewer.' },
  neighbours: {
    label: 'Neighbours',
    description: 'Students see themselves with three ranks above and below; parents see the same for their children.',
  },
  'personal-best': {
    label: 'Personal best',
    description:
      'No comparison with others: this week and month next to the student’s personal best. Displays show no students.',
  },
  teams: { label: 'Teams', description: 'Grades or sessions by points per member; no individual students.' },
}

export const teamLabels: Record<TeamKind, { one: string; many: string }> = {
  grade: { one: 'Grade', many: 'Grades' },
  session: { one: 'Session', many: 'Sessions' },
  group: { one: 'Group', many: 'Groups' },
}

/** Colors for the top 3 and the top 10 (spec part 2, section 9). */
export function rankTone(rank: number): BadgeTone {
  if (rank <= 3) return 'amber'
  return rank <= 10 ? 'blue' : 'neutral'
}
