import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { part } from '#core/web/plugin.ts'
import { organizationSettings } from '#core/web/slots.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../shared/web/zone.ts'
import { topics } from '../contract.ts'

const apps = ['tenant'] as const
const members = { tenant: ['tenant_admin', 'instructor', 'parent'] } as const

export const newConversationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations/new',
  validateSearch: address.of({ student: address.id, topic: address.oneOf(topics) }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./NewConversationPage.tsx'), 'NewConversationPage'),
  staticData: { title: 'New conversation', apps, roles: members },
})

export const conversationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations/$id',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ConversationPage.tsx'), 'ConversationPage'),
  staticData: { title: 'Conversation', apps, roles: members },
})

export const askRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ask',
  component: lazyRouteComponent(() => import('./AskPage.tsx'), 'AskPage'),
  staticData: { title: 'Ask a question', apps, roles: { tenant: ['student'] } },
})

/** Office hours, among the rules of an organization. */
export const officeHoursTab = organizationSettings({
  id: 'conversations',
  label: 'Conversations',
  group: 'rules',
  order: 66,
  roles: ['tenant_admin'],
  component: part(() => import('./OfficeHoursTab.tsx'), 'OfficeHoursTab'),
})
