import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { z } from 'zod'
import { defineWebPlugin } from '#core/web/plugin.ts'
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
    range: auditRange.optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./AuditLogPage.tsx'), 'AuditLogPage'),
  staticData: {
    plugin: 'audit',
    title: 'Audit Log',
    apps: ['platform'],
    roles: ['superadmin'],
    nav: { label: 'Audit Log', icon: ScrollText, order: 25 },
  },
})

export const auditWeb = defineWebPlugin({ id: 'audit', routes: [auditLog] })
