import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { z } from 'zod'
import { shellRoute } from '#core/web/shell/routes.ts'
import { queueStates } from '../contract.ts'

const forGraders = { apps: ['tenant'], roles: ['tenant_admin', 'instructor'] } as const

const one = z.uuid().optional().catch(undefined)

// The router reads a text of digits as a number.
const searchText = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

const yes = z.literal(true).optional().catch(undefined)

const gradingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/grading',
  validateSearch: z.object({
    search: searchText,
    course: one,
    lesson: one,
    state: z.enum(queueStates).optional().catch(undefined),
    late: yes,
    /** Without names. */
    anonymous: yes,
    /** What is open. */
    work: one,
  }),
  component: lazyRouteComponent(() => import('./GradingPage.tsx'), 'GradingPage'),
  staticData: {
    title: 'Grading',
    ...forGraders,
    nav: { label: 'Grading', icon: ClipboardCheck, order: 31 },
  },
})

const gradebookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/grading/gradebook',
  validateSearch: z.object({
    course: one,
    search: searchText,
    page: z.number().int().min(1).optional().catch(undefined),
    /** Of lessons. */
    columns: z.number().int().min(1).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./GradebookPage.tsx'), 'GradebookPage'),
  staticData: { title: 'Gradebook', ...forGraders },
})

export const gradingWebRoutes = [gradingRoute, gradebookRoute]
