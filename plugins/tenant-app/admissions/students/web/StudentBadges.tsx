import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Student } from '../contract.ts'
import { gradeText, gradeTone } from './studentLabels.ts'

export function GradeBadge({ grade }: { grade: string }) {
  return <Badge tone={gradeTone(grade)}>{gradeText(grade)}</Badge>
}

export function StudentStatusBadge({ isActive }: Pick<Student, 'isActive'>) {
  return isActive ? (
    <Badge tone="green" hasDot>
      Active
    </Badge>
  ) : (
    <Badge>Inactive</Badge>
  )
}
