import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { groupKinds, groupStatuses } from '../../../base/groups/contract.ts'

const apps = ['platform', 'tenant'] as const
const roles = { platform: ['tenant_admin'], tenant: ['tenant_admin', 'instructor'] } as const

export const groupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/groups',
  validateSearch: address.of({
    search: address.text(),
    kind: address.oneOf(groupKinds),
    status: address.oneOf(groupStatuses),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./GroupsPage.tsx'), 'GroupsPage'),
  staticData: {
    title: 'Groups',
    apps,
    roles,
    nav: { label: 'Groups', icon: UsersRound, order: 15.5, group: 'program', hub: '/students', tab: 'Groups' },
  },
})

export const groupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/groups/$groupId',
  component: lazyRouteComponent(() => import('./GroupPage.tsx'), 'GroupPage'),
  staticData: { title: 'Group', apps, roles },
})
