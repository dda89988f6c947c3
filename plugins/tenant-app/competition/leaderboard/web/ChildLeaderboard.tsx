import { Card } from '#core/web/ui/layout/Card.tsx'
import { Standing } from './Standing.tsx'

/** Lets a guardian hide a child from the leaderboard. */
export function ChildLeaderboard({ studentId, firstName }: { studentId: string; firstName: string }) {
  return (
    <Card title="Leaderboard">
      <Standing studentId={studentId} firstName={firstName} />
    </Card>
  )
}
