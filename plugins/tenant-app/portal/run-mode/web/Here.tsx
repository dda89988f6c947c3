import { Star } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { useOutbox } from '#core/web/outbox.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import { GivePointsDialog } from './GivePointsDialog.tsx'
import type { HereStudent } from './hereStudents.ts'
import { pointsOutbox } from './pointsOutbox.ts'

interface HereProps {
  sessionId: string
  /** Students of the session, those who are here first. */
  students: readonly HereStudent[]
}

/** Lists who is here and who is not yet, and gives points to one student or to everyone who is here. */
export function Here({ sessionId, students }: HereProps) {
  const [, { waiting }] = useOutbox(pointsOutbox)
  const [receivers, setReceivers] = useState<readonly HereStudent[]>()
  const here = students.filter(({ isHere }) => isHere)
  const unsentOf = (studentId: string) =>
    waiting
      .filter((one) => one.sessionId === sessionId && one.studentId === studentId)
      .reduce((sum, { points }) => sum + points, 0)
  return (
    <Card
      title={`Here: ${here.length} of ${students.length}`}
      actions={
        here.length > 0 && (
          <Button size="small" icon={<Star size={14} aria-hidden />} onPress={() => setReceivers(here)}>
            Points for everyone here
          </Button>
        )
      }
    >
      {students.length === 0 && <EmptyState title="No participants yet">Register students on the roster.</EmptyState>}
      {students.map((student) => (
        <ItemRow
          key={student.studentId}
          title={`${student.firstName} ${student.lastName}`}
          about={`${student.state}${pointsText(student.points, unsentOf(student.studentId))}`}
        >
          <Button
            size="small"
            aria-label={`Points for ${student.firstName} ${student.lastName}`}
            onPress={() => setReceivers([student])}
          >
            Points
          </Button>
        </ItemRow>
      ))}
      <GivePointsDialog sessionId={sessionId} students={receivers} onClose={() => setReceivers(undefined)} />
    </Card>
  )
}

/** ' · 5 points', with those that are not saved yet: ' · 5 points, 3 more to sync'. */
function pointsText(points: number | null, unsent: number): string {
  const saved = points === null ? '' : ` · ${countText(points, 'point')}`
  if (unsent === 0) return saved
  return `${saved}${saved ? ', ' : ' · '}${unsent > 0 ? '+' : ''}${countText(unsent, 'point')} to sync`
}
