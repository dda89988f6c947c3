import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { CalendarDays, CalendarPlus, LayoutDashboard, Settings } from 'lucide-react'
import { z } from 'zod'
import { organizationSettings, tenantHome } from '#core/web/places.ts'
import { defineWebPlugin, part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { sessionStatus, sessionTimes } from '../contract.ts'
import { loadZone } from './zone.ts'

const both = ['platform', 'tenant'] as const
const staff = ['tenant_admin', 'instructor'] as const

// A value that was tampered with is as good as none. The router reads a text of digits as a number.
const searchText = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

const dashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
  staticData: {
    title: 'Dashboard',
    apps: both,
    roles: { platform: ['tenant_admin'] },
    nav: { platform: { label: 'Dashboard', icon: LayoutDashboard, order: 0 } },
  },
})

const sessions = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sessions',
  validateSearch: z.object({
    search: searchText,
    status: sessionStatus.optional().catch(undefined),
    when: z.enum(sessionTimes).optional().catch(undefined),
    /** Opens the dialog that creates one. */
    add: z.literal(true).optional().catch(undefined),
    /** The session whose dialog is open. */
    edit: z.uuid().optional().catch(undefined),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./SessionsPage.tsx'), 'SessionsPage'),
  staticData: {
    title: 'Session Management',
    apps: both,
    roles: staff,
    nav: { label: 'Sessions', icon: CalendarDays, order: 10 },
  },
})

const settings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/org-settings',
  validateSearch: z.object({ tab: z.string().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./OrganizationSettingsPage.tsx'), 'OrganizationSettingsPage'),
  staticData: {
    title: 'Organization Settings',
    apps: both,
    roles: ['tenant_admin'],
    nav: { label: 'Organization Settings', icon: Settings, order: 80 },
  },
})

/** An organization's own screens: its dashboards, its sessions and its settings. */
export const tenantAppWeb = defineWebPlugin({
  id: 'tenant-app',
  routes: [dashboard, sessions, settings],
  contributions: [
    tenantHome({
      id: 'tenant-dashboard',
      order: 10,
      roles: [...staff, 'parent'],
      component: part(() => import('./TenantDashboard.tsx'), 'TenantDashboard'),
    }),
    organizationSettings({
      id: 'general',
      label: 'General',
      order: 10,
      roles: ['tenant_admin'],
      component: part(() => import('./GeneralTab.tsx'), 'GeneralTab'),
    }),
    organizationSettings({
      id: 'branding',
      label: 'Branding',
      order: 20,
      roles: ['tenant_admin'],
      component: part(() => import('./BrandingTab.tsx'), 'BrandingTab'),
    }),
  ],
  commands: [
    {
      id: 'new-session',
      label: 'New session',
      icon: CalendarPlus,
      apps: both,
      roles: staff,
      perform: ({ router }) => void router.navigate({ to: '/sessions', search: { add: true } }),
    },
  ],
})
