import { Card } from '#core/web/ui/layout/Card.tsx'
import { Standing } from './Standing.tsx'

/** Shows whether the student is on the leaderboard, for admins who act on a family's request. */
export function StandingTab({ studentId }: { studentId: string }) {
  return (
    <Card title="Leaderboard">
      <Standing studentId={studentId} firstName="This student" />
    </Card>
  )
}
