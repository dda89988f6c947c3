import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { viewOptions } from './viewOptions.ts'

export const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  validateSearch: address.of({
    view: address.oneOf(viewOptions.map(({ id }) => id)),
    date: address.day,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./CalendarPage.tsx'), 'CalendarPage'),
  staticData: {
    title: 'Calendar',
    apps: ['tenant'],
    roles: ['parent', 'student'],
    nav: {
      label: 'Calendar',
      icon: CalendarDays,
      order: 36,
      group: 'program',
      bar: { parent: { order: 10 }, student: { order: 20 } },
    },
  },
})
