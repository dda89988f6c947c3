import { Card } from '#core/web/ui/layout/Card.tsx'
import { Standing } from './Standing.tsx'

/** Lets a guardian take a child off the leaderboard. */
export function ChildLeaderboard({ studentId, firstName }: { studentId: string; firstName: string }) {
  return (
    <Card title="Leaderboard">
      <Standing studentId={studentId} firstName={firstName} />
    </Card>
  )
}
