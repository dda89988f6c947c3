import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, GraduationCap, Trophy } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { part } from '#core/web/plugin.ts'
import { useUser } from '#core/web/session.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { WhenKnown } from '#core/web/ui/feedback/WhenKnown.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Figures } from '../../../shared/web/Figures.tsx'
import { useHasSampleData } from '../../sample-data/web/useHasSampleData.ts'
import * as styles from './Dashboard.css.ts'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { NowStrip } from './NowStrip.tsx'
import { TodayAndNext } from './TodayAndNext.tsx'
import { dashboardsApi } from './client.ts'
import { usePanelsKnown } from './panels.ts'
import { useTrends } from './trends.tsx'

const SampleDataBanner = part(() => import('../../sample-data/web/SampleDataBanner.tsx'), 'SampleDataBanner')

/** The organization admin's start page on the platform's host (spec part 1, section 2). */
export function OrganizationDashboard() {
  const { tenantName, role } = useUser()
  const { steps, areKnown } = useFirstSteps(role)
  const sample = useHasSampleData()
  const arePanelsKnown = usePanelsKnown({ hasAttention: true })
  return (
    <Page title="Dashboard" help={tenantName && `${tenantName} at a glance`}>
      <WhenKnown isKnown={areKnown && arePanelsKnown && sample.isKnown}>
        {sample.isAdded && (
          <PartBoundary>
            <SampleDataBanner />
          </PartBoundary>
        )}
        {steps && <FirstSteps steps={steps} hasSample={sample.isAdded} />}
        <NowStrip />
        <div className={styles.halves}>
          <TodayAndNext isLinked />
          <NeedsAttention />
        </div>
        <OrganizationFigures />
        <div className={styles.columns}>
          <RecentActivity />
          <div className={styles.acts}>
            <QuickAction
              label="New Session"
              help="Plan a time, a place and an instructor."
              icon={CalendarPlus}
              href="/sessions?add=true"
            />
            <QuickAction
              label="New Challenge"
              help="An activity that students can complete for points."
              icon={Trophy}
              href="/challenges?add=true"
            />
            <QuickAction
              label="View Students"
              help="Find a student or add one with guardians."
              icon={GraduationCap}
              href="/students"
            />
          </div>
        </div>
      </WhenKnown>
    </Page>
  )
}

interface QuickActionProps {
  label: string
  help: string
  icon: LucideIcon
  href: string
}

function QuickAction({ label, help, icon: Icon, href }: QuickActionProps) {
  return (
    <Card
      title={
        <span className={styles.act}>
          <span className={styles.eventIcon}>
            <Icon size={16} aria-hidden />
          </span>
          {label}
        </span>
      }
      help={help}
      href={href}
    />
  )
}

function OrganizationFigures() {
  const stats = useQuery(dashboardsApi.tenantStats())
  const { data } = stats
  const trends = useTrends(true)
  return (
    <Figures
      query={stats}
      figures={[
        {
          label: 'Total Students',
          value: data?.totalStudents,
          trend: trends.students,
          help: 'All students',
          explanation: {
            meaning: 'All students of the organization, active or not.',
            rows: (query) => dashboardsApi.totalStudentsRows.page({ query }),
            counted: 'students',
            columns: { name: 'Student', about: 'Grade' },
            page: { label: 'All students', href: '/students' },
          },
        },
        {
          label: 'Active Sessions',
          value: data?.activeSessions,
          trend: trends.sessions,
          help: 'In progress',
          explanation: {
            meaning: 'Sessions that are taking place now.',
            rows: (query) => dashboardsApi.activeSessionsRows.page({ query }),
            counted: 'sessions',
            columns: { name: 'Session', about: 'Location', at: 'Starts' },
            page: { label: 'Sessions in progress', href: '/sessions?status=in-progress&when=all' },
          },
        },
        {
          label: 'Completed Challenges',
          value: data?.completedChallenges,
          trend: trends.scores,
          help: 'Scored this month',
          explanation: {
            meaning: 'Scores entered this calendar month, in the organization’s time zone.',
            rows: (query) => dashboardsApi.completedChallengesRows.page({ query }),
            counted: 'scores',
            columns: { name: 'Student', about: 'Challenge', at: 'Scored', amount: 'Score' },
          },
        },
        {
          label: 'Upcoming Sessions',
          value: data?.upcomingSessions,
          help: 'This week, until Sunday',
          explanation: {
            meaning:
              'Scheduled sessions that begin between now and the end of Sunday, in the organization’s time zone.',
            rows: (query) => dashboardsApi.upcomingSessionsRows.page({ query }),
            counted: 'sessions',
            columns: { name: 'Session', about: 'Location', at: 'Starts' },
            page: { label: 'Scheduled sessions', href: '/sessions?status=scheduled&when=upcoming' },
          },
        },
      ]}
    />
  )
}
