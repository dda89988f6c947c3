import { useUser } from '#core/web/session.ts'
import { StatCard, StatGrid } from '#core/web/ui/layout/StatCard.tsx'
import type { PersonalBest } from '../contract.ts'

/** Compares the points of the student, or of each child of a guardian, with their personal best. */
export function PersonalBests({ bests }: { bests: readonly PersonalBest[] }) {
  const isStudent = useUser().role === 'student'
  return bests.map((best) => <Best key={best.id} best={best} whose={isStudent ? 'Your' : `${best.firstName}’s`} />)
}

function Best({ best: { total, week, month }, whose }: { best: PersonalBest; whose: string }) {
  return (
    <StatGrid>
      <StatCard label={`${whose} points`} value={total.toLocaleString()} help="In all" />
      <StatCard label={`${whose} week`} value={week.points.toLocaleString()} help={compareWithBest(week, 'week')} />
      <StatCard label={`${whose} month`} value={month.points.toLocaleString()} help={compareWithBest(month, 'month')} />
    </StatGrid>
  )
}

function compareWithBest({ points, best }: PersonalBest['week'], unit: string): string {
  if (points > best) return best === 0 ? `The first ${unit} with points` : `The best ${unit} so far; it was ${best}`
  return best === 0 ? `Points of this ${unit}` : `The best ${unit} was ${best}`
}
