import { useQuery } from '@tanstack/react-query'
import type { Role } from '#core/contract/roles.ts'
import { part } from '#core/web/plugin.ts'
import { useUser } from '#core/web/session.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { WhenKnown } from '#core/web/ui/feedback/WhenKnown.tsx'
import { Figures } from '../../../shared/web/Figures.tsx'
import { useHasSampleData } from '../../sample-data/web/useHasSampleData.ts'
import { ActiveChallenges } from './ActiveChallenges.tsx'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { RecentSessions } from './RecentSessions.tsx'
import * as styles from './Dashboard.css.ts'
import { NowStrip } from './NowStrip.tsx'
import { TodayAndNext } from './TodayAndNext.tsx'
import { dashboardsApi } from './client.ts'
import { usePanelsKnown } from './panels.ts'
import { useTrends } from './trends.tsx'

const SampleDataBanner = part(() => import('../../sample-data/web/SampleDataBanner.tsx'), 'SampleDataBanner')

/** Composes the start page of an organization's app: what comes next, what is to be done, and four figures. To parents it shows their children's figures, below their family's home. */
export function TenantDashboard() {
  const { role } = useUser()
  const isParent = role === 'parent'
  const { steps, areKnown } = useFirstSteps(role)
  const sample = useHasSampleData()
  const arePanelsKnown = usePanelsKnown({ hasAttention: !isParent })
  return (
    <WhenKnown isKnown={areKnown && arePanelsKnown && sample.isKnown}>
      {sample.isAdded && (
        <PartBoundary>
          <SampleDataBanner />
        </PartBoundary>
      )}
      {steps && <FirstSteps steps={steps} hasSample={sample.isAdded} />}
      {!isParent && <NowStrip />}
      {!isParent && (
        <div className={styles.halves}>
          <TodayAndNext isLinked />
          <NeedsAttention />
        </div>
      )}
      <OrganizationFigures role={role} />
      <div className={styles.halves}>
        <RecentSessions isLinked={!isParent} />
        <ActiveChallenges isLinked={!isParent} />
      </div>
    </WhenKnown>
  )
}

function OrganizationFigures({ role }: { role: Role }) {
  const isParent = role === 'parent'
  const trends = useTrends(role === 'tenant_admin')
  const stats = useQuery(dashboardsApi.dashboardStats())
  const { data } = stats
  const page = (label: string, href: string) => (isParent ? {} : { page: { label, href } })
  return (
    <Figures
      query={stats}
      figures={[
        {
          label: 'Total Sessions',
          value: data?.totalSessions,
          trend: trends.sessions,
          help: isParent ? 'Your children’s sessions' : 'All statuses',
          explanation: {
            meaning: isParent
              ? 'Sessions of any status in which your children have a place or are on the waitlist.'
              : 'All sessions of the organization, of any status.',
            rows: (query) => dashboardsApi.totalSessionsRows.page({ query }),
            counted: 'sessions',
            columns: { name: 'Session', about: 'Location', at: 'Starts' },
            ...page('All sessions', '/sessions?when=all'),
          },
        },
        {
          label: 'Active Challenges',
          value: data?.activeChallenges,
          help: isParent ? 'In these sessions' : 'Open',
          explanation: {
            meaning: isParent
              ? 'Active challenges in your children’s sessions.'
              : 'Active challenges, with or without a session.',
            rows: (query) => dashboardsApi.activeChallengesRows.page({ query }),
            counted: 'challenges',
            columns: { name: 'Challenge', about: 'Session' },
            ...page('All challenges', '/challenges'),
          },
        },
        {
          label: 'Total Students',
          value: data?.totalStudents,
          trend: trends.students,
          help: isParent ? 'Your children' : 'All students',
          explanation: {
            meaning: isParent
              ? 'Your children at this organization, active or not.'
              : 'All students of the organization, active or not.',
            rows: (query) => dashboardsApi.totalStudentsRows.page({ query }),
            counted: 'students',
            columns: { name: 'Student', about: 'Grade' },
            ...page('All students', '/students'),
          },
        },
        {
          label: 'Average Score',
          value: data && `${data.avgScore}%`,
          trend: trends.scores,
          help: 'Average of all scored work',
          explanation: {
            meaning: `The average of ${isParent ? 'your children’s' : 'all'} scores, each as a percentage of its maximum.`,
            rows: (query) => dashboardsApi.avgScoreRows.page({ query }),
            counted: 'scores',
            columns: { name: 'Student', about: 'Challenge', at: 'Scored', amount: 'Score' },
          },
        },
      ]}
    />
  )
}
