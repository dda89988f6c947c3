import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { DatabaseBackup } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { settingsHub } from '#core/web/slots.ts'
import { defineWebPlugin, part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'

const backup = createRoute({
  getParentRoute: () => shellRoute,
  path: '/backup',
  validateSearch: address.of({ page: address.page }),
  component: lazyRouteComponent(() => import('./overview/web/BackupPage.tsx'), 'BackupPage'),
  staticData: {
    title: 'Database Backup',
    apps: ['platform'],
    roles: ['superadmin'],
    nav: { label: 'Database Backup', icon: DatabaseBackup, order: 94, hub: '/settings', tab: 'Backup' },
  },
})

export const backupWeb = defineWebPlugin({
  id: 'backup',
  help: () => import('./help/web/articles.ts'),
  routes: [backup],
  contributions: [
    settingsHub({
      id: 'backup',
      order: 30,
      title: 'Database Backup',
      description: 'Backups of everything or of one organization, daily and on demand.',
      icon: DatabaseBackup,
      href: '/backup',
      quickAction: 'Back up the database',
      apps: ['platform'],
      roles: ['superadmin'],
      component: part(() => import('./overview/web/BackupFigures.tsx'), 'BackupFigures'),
    }),
  ],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    backup: typeof backupWeb
  }
}
