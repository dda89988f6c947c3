import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Workflow } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { settingsHub } from '#core/web/slots.ts'
import { defineWebPlugin, part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'

const subscriptionAutomation = createRoute({
  getParentRoute: () => shellRoute,
  path: '/subscription-automation',
  validateSearch: address.of({
    tab: address.oneOf(['overview']),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./web/AutomationPage.tsx'), 'AutomationPage'),
  staticData: {
    title: 'Subscription Automation',
    apps: ['platform'],
    roles: ['superadmin'],
    nav: { label: 'Subscription Automation', icon: Workflow, order: 50, group: 'billing' },
  },
})

export const automationWeb = defineWebPlugin({
  id: 'automation',
  help: () => import('./help/web/articles.ts'),
  routes: [subscriptionAutomation],
  contributions: [
    settingsHub({
      id: 'automation',
      order: 30,
      title: 'Subscription Automation',
      description: 'Upgrades of organizations that outgrow their plan, checked every 24 hours.',
      icon: Workflow,
      href: '/subscription-automation',
      quickAction: 'Check for upgrades',
      apps: ['platform'],
      roles: ['superadmin'],
      component: part(() => import('./web/AutomationModule.tsx'), 'AutomationModule'),
    }),
  ],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    automation: typeof automationWeb
  }
}
