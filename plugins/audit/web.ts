import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { address } from '#core/web/address.ts'
import {
  analyticsCharts,
  featureSwitches,
  organizationCards,
  organizationSettings,
  settingsHub,
  studentHistory,
} from '#core/web/slots.ts'
import { defineWebPlugin, part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { auditCategories, auditOrder, auditRange, auditSeverities } from './contract.ts'

const auditLog = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: address.of({
    search: address.text(200),
    category: address.oneOf(auditCategories),
    severity: address.oneOf(auditSeverities),
    range: address.oneOf([...auditRange.options, 'custom']),
    from: address.instant,
    to: address.instant,
    tenantId: address.id,
    sort: address.oneOf(auditOrder.options),
  }),
  component: lazyRouteComponent(() => import('./web/AuditLogPage.tsx'), 'AuditLogPage'),
  staticData: {
    title: 'Audit Log',
    apps: ['platform'],
    roles: ['superadmin'],
    nav: { label: 'Audit Log', icon: ScrollText, order: 92, hub: '/settings', tab: 'Audit Log' },
  },
})

export const auditWeb = defineWebPlugin({
  id: 'audit',
  help: () => import('./help/web/articles.ts'),
  routes: [auditLog],
  contributions: [
    featureSwitches({
      id: 'audit-logging',
      order: 30,
      field: 'enableAuditLogging',
      component: part(() => import('./web/AuditLoggingSwitch.tsx'), 'AuditLoggingSwitch'),
    }),
    settingsHub({
      id: 'audit',
      order: 20,
      title: 'Audit Log',
      description: 'Who did what, when and from where.',
      icon: ScrollText,
      href: '/audit',
      quickAction: 'View audit log',
      apps: ['platform'],
      roles: ['superadmin'],
      component: part(() => import('./web/AuditFigures.tsx'), 'AuditFigures'),
    }),
    organizationSettings({
      id: 'audit',
      label: 'Audit Log',
      group: 'people',
      order: 60,
      roles: ['tenant_admin'],
      component: part(() => import('./web/OrganizationAuditTab.tsx'), 'OrganizationAuditTab'),
    }),
    organizationCards({
      id: 'audit',
      order: 30,
      component: part(() => import('./web/OrganizationAuditCard.tsx'), 'OrganizationAuditCard'),
    }),
    studentHistory({
      id: 'audit',
      order: 10,
      roles: ['tenant_admin'],
      component: part(() => import('./web/StudentEntries.tsx'), 'StudentEntries'),
    }),
    analyticsCharts({
      id: 'sign-ins',
      order: 30,
      component: part(() => import('./web/SignInsChart.tsx'), 'SignInsChart'),
    }),
  ],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    audit: typeof auditWeb
  }
}
