import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { AppWindow } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { settingsHub } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'

const page = { apps: ['platform'], roles: ['superadmin'] } as const

export const embeddedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/frappe-lms',
  validateSearch: address.of({
    tab: address.oneOf(['status', 'courses']),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./EmbeddedPage.tsx'), 'EmbeddedPage'),
  staticData: {
    ...page,
    title: 'Embedded LMS Management',
    nav: { label: 'Embedded LMS', icon: AppWindow, order: 95, hub: '/settings', tab: 'Embedded LMS' },
  },
})

export const embeddedHub = settingsHub({
  id: 'embedded-lms',
  order: 20,
  title: 'Embedded LMS',
  description: 'Courses and learners, here or on a Frappe LMS site.',
  icon: AppWindow,
  href: '/frappe-lms',
  ...page,
  component: part(() => import('./EmbeddedFigures.tsx'), 'EmbeddedFigures'),
})
