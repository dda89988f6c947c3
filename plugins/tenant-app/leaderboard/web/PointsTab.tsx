import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { PointsTable } from './PointsTable.tsx'
import { Standing } from './Standing.tsx'

/** Every entry of a student's points, and whether the student is on the leaderboard. */
export function PointsTab({ studentId }: { studentId: string }) {
  return (
    <Stack>
      <PointsTable studentId={studentId} period="all-time" />
      <Card title="Leaderboard">
        <Standing studentId={studentId} firstName="This student" />
      </Card>
    </Stack>
  )
}
