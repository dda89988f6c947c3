import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { mailFilter } from '#core/contract/mail.ts'
import { address } from '#core/web/address.ts'
import { banners, securityForms } from '#core/web/slots.ts'
import { defineWebPlugin, part } from '#core/web/plugin.ts'
import { settingsPage } from '#core/web/settingsPage.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { sections } from './sections.ts'
import type { SectionPath } from './sections.ts'

const infoOf = (path: SectionPath) => settingsPage(sections.find(({ to }) => to === path) ?? sections[0])

const hub = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./SettingsHubPage.tsx'), 'SettingsHubPage'),
  staticData: {
    apps: ['platform'],
    roles: ['superadmin'],
    title: 'Global Settings',
    nav: { label: 'Global Settings', icon: Settings, order: 90, group: 'system', isExpanded: true },
  },
})

const general = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/general',
  component: lazyRouteComponent(() => import('./GeneralPage.tsx'), 'GeneralPage'),
  staticData: infoOf('/settings/general'),
})

const security = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/security',
  component: lazyRouteComponent(() => import('./SecurityPage.tsx'), 'SecurityPage'),
  staticData: infoOf('/settings/security'),
})

const email = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/email',
  component: lazyRouteComponent(() => import('./EmailPage.tsx'), 'EmailPage'),
  staticData: infoOf('/settings/email'),
})

const messages = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/messages',
  validateSearch: address.of({
    search: address.text(200),
    status: address.oneOf(mailFilter),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./MessagesPage.tsx'), 'MessagesPage'),
  staticData: infoOf('/settings/messages'),
})

const limits = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/limits',
  component: lazyRouteComponent(() => import('./LimitsPage.tsx'), 'LimitsPage'),
  staticData: infoOf('/settings/limits'),
})

const features = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/features',
  component: lazyRouteComponent(() => import('./FeaturesPage.tsx'), 'FeaturesPage'),
  staticData: infoOf('/settings/features'),
})

const maintenance = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/maintenance',
  component: lazyRouteComponent(() => import('./MaintenancePage.tsx'), 'MaintenancePage'),
  staticData: infoOf('/settings/maintenance'),
})

/** The Global Settings hub and the forms behind it; apart from the core's pages, so that signing in does not wait. */
export const settingsWeb = defineWebPlugin({
  id: 'core',
  routes: [hub, general, security, email, messages, limits, features, maintenance],
  contributions: [
    securityForms({
      id: 'single-sign-on',
      order: 50,
      component: part(() => import('../single-sign-on/SsoSettings.tsx'), 'PlatformSso'),
    }),
    banners({
      id: 'maintenance',
      order: 0,
      roles: ['superadmin'],
      component: part(() => import('./MaintenanceBanner.tsx'), 'MaintenanceBanner'),
    }),
  ],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    settings: typeof settingsWeb
  }
}
