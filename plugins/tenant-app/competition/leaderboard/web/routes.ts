import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Medal } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { publicRoute, shellRoute } from '#core/web/shell/routes.ts'
import { childSections } from '../../../shared/web/slots.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { period } from '../../../base/points/contract.ts'
import { leaderboardApi } from './client.ts'
import { orientations } from './leaderboardLabels.ts'

export const leaderboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/leaderboard',
  validateSearch: address.of({
    search: address.text(),
    grade: address.text(),
    period: address.oneOf(period.options.filter((one) => one !== 'all-time')),
    orientation: address.oneOf(orientations.filter((one) => one !== 'landscape')),
    /** Id of the student whose points are explained. */
    why: address.id,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./LeaderboardPage.tsx'), 'LeaderboardPage'),
  staticData: {
    title: 'Student Leaderboard',
    apps: ['platform', 'tenant'],
    roles: { platform: ['tenant_admin'], tenant: ['tenant_admin', 'instructor', 'parent', 'student'] },
    nav: {
      label: 'Leaderboard',
      icon: Medal,
      order: 40,
      group: 'program',
      bar: { parent: { order: 30 }, student: { order: 30 } },
      shownIf: {
        roles: ['parent', 'student'],
        key: leaderboardApi.leaderboardView.key(),
        ask: async (signal) => (await leaderboardApi.leaderboardView.call(signal)).isShown,
      },
    },
  },
})

/** Route of a display, on a screen without a signed-in user. */
export const displayRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/display',
  validateSearch: address.of({ token: address.text() }),
  component: lazyRouteComponent(() => import('./DisplayPage.tsx'), 'DisplayPage'),
  staticData: { title: 'Student Leaderboard', apps: ['tenant'], access: 'anyone' },
})

export const leaderboardParts = [
  organizationSettings({
    id: 'leaderboard',
    label: 'Leaderboard',
    group: 'rules',
    order: 55,
    roles: ['tenant_admin'],
    component: part(() => import('./LeaderboardTab.tsx'), 'LeaderboardTab'),
  }),
  childSections({
    id: 'leaderboard',
    tab: 'progress',
    order: 70,
    component: part(() => import('./ChildLeaderboard.tsx'), 'ChildLeaderboard'),
  }),
]
