import { useQuery } from '@tanstack/react-query'
import { CalendarDays, GraduationCap, Percent, Trophy } from 'lucide-react'
import { useUser } from '#core/web/session.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { StatCard, StatGrid } from '#core/web/ui/layout/StatCard.tsx'
import { ActiveChallenges } from './ActiveChallenges.tsx'
import { RecentSessions } from './RecentSessions.tsx'
import * as styles from './Dashboard.css.ts'
import { dashboardsApi } from './client.ts'

/** The start page of an organization's app: four figures, and what is going on. Parents see their children's. */
export function TenantDashboard() {
  const isParent = useUser().role === 'parent'
  return (
    <>
      <Figures isParent={isParent} />
      <div className={styles.halves}>
        <RecentSessions isLinked={!isParent} />
        <ActiveChallenges />
      </div>
    </>
  )
}

function Figures({ isParent }: { isParent: boolean }) {
  const { data, error, refetch } = useQuery(dashboardsApi.dashboardStats())
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <StatGrid>
      <StatCard
        label="Total Sessions"
        value={data?.totalSessions}
        help={isParent ? 'That your children take part in' : 'Of every status'}
        href={isParent ? undefined : '/sessions'}
        icon={<CalendarDays size={18} aria-hidden />}
      />
      <StatCard
        label="Active Challenges"
        value={data?.activeChallenges}
        help={isParent ? 'In these sessions' : 'Open to be taken on'}
        icon={<Trophy size={18} aria-hidden />}
      />
      <StatCard
        label="Total Students"
        value={data?.totalStudents}
        help={isParent ? 'Your children here' : 'Everyone on the roster'}
        href={isParent ? undefined : '/students'}
        icon={<GraduationCap size={18} aria-hidden />}
      />
      <StatCard
        label="Average Score"
        value={data && `${data.avgScore}%`}
        help="Of what could be scored"
        icon={<Percent size={18} aria-hidden />}
      />
    </StatGrid>
  )
}
