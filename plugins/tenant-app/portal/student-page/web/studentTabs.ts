import { part, type Part } from '#core/web/plugin.ts'
import type { Role } from '#core/contract/roles.ts'

interface StudentPart {
  /** Id in the address. */
  id: string
  label: string
  /** Roles that see it; everyone who sees the page by default. */
  roles?: readonly Role[]
  Content: Part<{ studentId: string }>
}

interface StudentTab {
  label: string
  /** The first part is shown when the tab is selected. */
  parts: readonly StudentPart[]
}

/** Tabs of a student's page, from left to right, each with its parts. */
export const studentTabs: readonly StudentTab[] = [
  {
    label: 'Overview',
    parts: [
      {
        id: 'overview',
        label: 'Overview',
        Content: part(() => import('../../../admissions/students/web/OverviewTab.tsx'), 'OverviewTab'),
      },
    ],
  },
  {
    label: 'Progress',
    parts: [
      {
        id: 'attendance',
        label: 'Attendance',
        Content: part(() => import('../../../admissions/students/web/AttendanceTab.tsx'), 'AttendanceTab'),
      },
      {
        id: 'scores',
        label: 'Scores',
        Content: part(() => import('../../../admissions/students/web/ScoresTab.tsx'), 'ScoresTab'),
      },
      {
        id: 'points',
        label: 'Points',
        Content: part(() => import('../../../base/points/web/PointsTab.tsx'), 'PointsTab'),
      },
      {
        id: 'leaderboard',
        label: 'Leaderboard',
        roles: ['tenant_admin'],
        Content: part(() => import('../../../competition/leaderboard/web/StandingTab.tsx'), 'StandingTab'),
      },
    ],
  },
  {
    label: 'Family',
    parts: [
      {
        id: 'guardians',
        label: 'Guardians',
        Content: part(() => import('./GuardiansTab.tsx'), 'GuardiansTab'),
      },
      {
        id: 'account',
        label: 'Account',
        roles: ['tenant_admin'],
        Content: part(() => import('../../../admissions/students/web/AccountCard.tsx'), 'AccountCard'),
      },
    ],
  },
  {
    label: 'Health and documents',
    parts: [
      {
        id: 'health',
        label: 'Health',
        Content: part(() => import('../../../care/health/web/HealthTab.tsx'), 'HealthTab'),
      },
      {
        id: 'documents',
        label: 'Documents',
        roles: ['tenant_admin', 'instructor'],
        Content: part(() => import('../../../care/consents/web/StudentConsents.tsx'), 'StudentConsents'),
      },
    ],
  },
  {
    label: 'Record',
    parts: [
      {
        id: 'history',
        label: 'History',
        roles: ['tenant_admin'],
        Content: part(() => import('../../../admissions/students/web/HistoryTab.tsx'), 'HistoryTab'),
      },
      {
        id: 'data',
        label: 'Data',
        roles: ['tenant_admin'],
        Content: part(() => import('../../../records/exports/web/StudentDataTab.tsx'), 'StudentDataTab'),
      },
    ],
  },
]
