import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CalendarDays, CalendarPlus, GraduationCap, Trophy } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useUser } from '#core/web/session.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { StatCard, StatGrid } from '#core/web/ui/layout/StatCard.tsx'
import * as styles from './Dashboard.css.ts'
import { RecentActivity } from './RecentActivity.tsx'
import { dashboardsApi } from './client.ts'

/** The organization admin's start page on the platform's host (spec part 1, section 2). */
export function OrganizationDashboard() {
  const { tenantName } = useUser()
  return (
    <Page title="Dashboard" help={tenantName && `${tenantName} at a glance`}>
      <Figures />
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
            label="View Students"
            help="Find a student, or add one with the family."
            icon={GraduationCap}
            href="/students"
          />
        </div>
      </div>
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

function Figures() {
  const { data, error, refetch } = useQuery(dashboardsApi.tenantStats())
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <StatGrid>
      <StatCard
        label="Total Students"
        value={data?.totalStudents}
        help="Everyone on the roster"
        href="/students"
        icon={<GraduationCap size={18} aria-hidden />}
      />
      <StatCard
        label="Active Sessions"
        value={data?.activeSessions}
        help="In progress"
        href="/sessions?status=in-progress"
        icon={<CalendarDays size={18} aria-hidden />}
      />
      <StatCard
        label="Completed Challenges"
        value={data?.completedChallenges}
        help="Scored this month"
        icon={<Trophy size={18} aria-hidden />}
      />
      <StatCard
        label="Upcoming Sessions"
        value={data?.upcomingSessions}
        help="This week, until Sunday"
        href="/sessions?status=scheduled&when=upcoming"
        icon={<CalendarClock size={18} aria-hidden />}
      />
    </StatGrid>
  )
}
