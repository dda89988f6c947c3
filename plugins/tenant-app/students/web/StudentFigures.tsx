import { useQuery } from '@tanstack/react-query'
import { GraduationCap, Layers, UserCheck, UsersRound } from 'lucide-react'
import { useUser } from '#core/web/session.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { StatCard, StatGrid } from '#core/web/ui/layout/StatCard.tsx'
import { studentsApi } from './client.ts'

/** How many there are (spec part 2, section 2.8), each leading to what it counts. */
export function StudentFigures() {
  const { data, error, refetch } = useQuery(studentsApi.studentFigures())
  const isInstructor = useUser().role === 'instructor'
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <StatGrid>
      <StatCard
        label="Total Students"
        value={data?.totalStudents}
        help="Active and inactive ones"
        href="/students"
        icon={<GraduationCap size={18} aria-hidden />}
      />
      <StatCard
        label="Active Students"
        value={data?.activeStudents}
        help="Who can take part"
        href="/students?status=active"
        icon={<UserCheck size={18} aria-hidden />}
      />
      <StatCard
        label="Grade Levels"
        value={data?.gradeLevels}
        help="Different grades of all students"
        href="/students?show=grades"
        icon={<Layers size={18} aria-hidden />}
      />
      <StatCard
        label="Family Accounts"
        value={data?.familyAccounts}
        help="Active guardians who can sign in"
        href={isInstructor ? undefined : '/students?show=families'}
        icon={<UsersRound size={18} aria-hidden />}
      />
    </StatGrid>
  )
}
