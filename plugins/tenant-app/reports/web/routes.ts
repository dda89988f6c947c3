import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { z } from 'zod'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../web/zone.ts'
import { reportGroups, reportRanges } from '../contract.ts'

// A value that was tampered with is as good as none. The router reads a text of digits as a number.
const writtenText = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)
const writtenId = z.uuid().optional().catch(undefined)
const writtenDay = z.iso.date().optional().catch(undefined)

const everyGroup = [...new Set(Object.values(reportGroups).flat())]

export const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  validateSearch: z.object({
    /** Which report; attendance where it is left out. Other plugins add some. */
    report: z.string().max(40).optional().catch(undefined),
    range: z.enum(reportRanges).optional().catch(undefined),
    from: writtenDay,
    to: writtenDay,
    sessionId: writtenId,
    seriesId: writtenId,
    projectId: writtenId,
    grade: writtenText,
    studentId: writtenId,
    instructorId: writtenId,
    /** What the rows are about. */
    by: z.enum(everyGroup).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ReportsPage.tsx'), 'ReportsPage'),
  staticData: {
    title: 'Reports',
    apps: ['platform', 'tenant'],
    roles: ['tenant_admin', 'instructor'],
    nav: { label: 'Reports', icon: ChartNoAxesColumn, order: 50 },
  },
})
