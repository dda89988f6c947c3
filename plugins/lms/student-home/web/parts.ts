import { tenantHome } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'

/** Parts of a student's home between which the next session, points and sessions of the organization stand. */
export const studentHomeParts = [
  tenantHome({
    id: 'student-next',
    order: 0,
    roles: ['student'],
    component: part(() => import('./StudentNext.tsx'), 'StudentNext'),
  }),
  tenantHome({
    id: 'student-feedback',
    order: 20,
    roles: ['student'],
    component: part(() => import('./StudentFeedback.tsx'), 'StudentFeedback'),
  }),
  tenantHome({
    id: 'student-courses',
    order: 40,
    roles: ['student'],
    component: part(() => import('./StudentCourses.tsx'), 'StudentCourses'),
  }),
]
