import { Star } from 'lucide-react'
import { StudentTable } from '../../../shared/web/StudentTable.tsx'
import { pointsApi } from './client.ts'
import { usePointsColumns } from './pointsColumns.tsx'

/** Lists every entry of a student's total points, reversed ones included. */
export function PointsTab({ studentId }: { studentId: string }) {
  return (
    <StudentTable
      rows={(query) => pointsApi.listPoints.page({ params: { id: studentId }, query })}
      columns={usePointsColumns()}
      counted="points"
      none={{
        icon: <Star size={20} aria-hidden />,
        title: 'No points yet',
        children: 'Points from challenges and sessions are listed here.',
      }}
    />
  )
}
