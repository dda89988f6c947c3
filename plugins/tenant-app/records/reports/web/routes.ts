import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { reportGroups, reportRanges } from '../contract.ts'

const everyGroup = [...new Set(Object.values(reportGroups).flat())]

export const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  validateSearch: address.of({
    /** Id of the report, of a plugin too; attendance by default. */
    report: address.text(40),
    range: address.oneOf(reportRanges),
    from: address.day,
    to: address.day,
    sessionId: address.id,
    seriesId: address.id,
    projectId: address.id,
    grade: address.text(),
    studentId: address.id,
    instructorId: address.id,
    /** Group of students. */
    groupId: address.id,
    /** Grouping of the rows. */
    by: address.oneOf(everyGroup),
    page: address.page,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ReportsPage.tsx'), 'ReportsPage'),
  staticData: {
    title: 'Reports',
    apps: ['platform', 'tenant'],
    roles: ['tenant_admin', 'instructor'],
    nav: {
      label: 'Reports',
      icon: ChartNoAxesColumn,
      order: 50,
      group: 'insight',
      bar: { tenant_admin: { order: 30 } },
    },
  },
})
