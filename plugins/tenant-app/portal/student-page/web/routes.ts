import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { attendanceKinds } from '../../../admissions/students/progress-contract.ts'
import { loadZone } from '../../../shared/web/zone.ts'

export const studentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/$id',
  validateSearch: address.of({
    /** Id of a part of a tab. */
    tab: address.text(),
    edit: address.yes,
    /** Page of the tab's list. */
    page: address.page,
    kind: address.oneOf(attendanceKinds),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./StudentPage.tsx'), 'StudentPage'),
  staticData: {
    title: 'Student',
    apps: ['platform', 'tenant'],
    roles: { platform: ['tenant_admin'], tenant: ['tenant_admin', 'instructor'] },
  },
})
