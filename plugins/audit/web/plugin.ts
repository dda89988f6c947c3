import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { z } from 'zod'
import { analyticsCharts, organizationCards, organizationSettings, settingsHub } from '#core/web/places.ts'
import { defineWebPlugin, part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { auditCategories, auditRange, auditSeverities } from '../contract.ts'

// A value that was tampered with is as good as none.
const auditLog = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: z.object({
    search: z.string().max(200).optional().catch(undefined),
    category: z.enum(auditCategories).optional().catch(undefined),
    severity: z.enum(auditSeverities).optional().catch(undefined),
    range: auditRange.or(z.literal('custom')).optional().catch(undefined),
    from: z.iso.datetime().optional().catch(undefined),
    to: z.iso.datetime().optional().catch(undefined),
    tenantId: z.uuid().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./AuditLogPage.tsx'), 'AuditLogPage'),
  staticData: {
    title: 'Audit Log',
    apps: ['platform'],
    roles: ['superadmin'],
    nav: { label: 'Audit Log', icon: ScrollText, order: 92, under: '/settings' },
  },
})

export const auditWeb = defineWebPlugin({
  id: 'audit',
  routes: [auditLog],
  contributions: [
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
      component: part(() => import('./AuditFigures.tsx'), 'AuditFigures'),
    }),
    organizationSettings({
      id: 'audit',
      label: 'Audit Log',
      order: 60,
      roles: ['tenant_admin'],
      component: part(() => import('./OrganizationAuditTab.tsx'), 'OrganizationAuditTab'),
    }),
    organizationCards({
      id: 'audit',
      order: 30,
      component: part(() => import('./OrganizationAuditCard.tsx'), 'OrganizationAuditCard'),
    }),
    analyticsCharts({
      id: 'sign-ins',
      order: 30,
      component: part(() => import('./SignInsChart.tsx'), 'SignInsChart'),
    }),
  ],
})
