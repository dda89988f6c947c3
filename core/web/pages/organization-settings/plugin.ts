import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { organizationSettings } from '#core/web/slots.ts'
import { defineWebPlugin } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'

/** The chosen tab, and what the tab keeps beside it and reads by itself. */
interface SettingsAddress {
  tab?: string | undefined
  [name: string]: unknown
}

const tabAddress = address.of({ tab: address.text() })

const settings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/org-settings',
  validateSearch: (given: Record<string, unknown>): SettingsAddress => ({ ...given, ...tabAddress(given) }),
  component: lazyRouteComponent(() => import('./OrganizationSettingsPage.tsx'), 'OrganizationSettingsPage'),
  staticData: {
    title: 'Organization Settings',
    apps: ['platform', 'tenant'],
    roles: ['tenant_admin'],
    madeOf: organizationSettings.key,
    nav: { label: 'Organization Settings', icon: Settings, order: 80, group: 'foot' },
  },
})

/** An organization's own settings, whose tabs are all of plugins. */
export const organizationSettingsWeb = defineWebPlugin({ id: 'core', routes: [settings] })

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    organizationSettings: typeof organizationSettingsWeb
  }
}
