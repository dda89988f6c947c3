import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { part } from '#core/web/plugin.ts'
import { profileSections } from '#core/web/slots.ts'
import { publicRoute, shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../shared/web/zone.ts'
import { messageStatuses } from '../contract.ts'
import { sessionChanges } from '../templates-contract.ts'
import { inboxApi } from './client.ts'

const apps = ['tenant'] as const
const writers = { tenant: ['tenant_admin', 'instructor'] } as const
const readers = { tenant: ['tenant_admin', 'instructor', 'parent', 'student'] } as const

export const messagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages',
  validateSearch: address.of({
    view: address.oneOf(['received', 'conversations']),
    search: address.text(),
    status: address.oneOf(messageStatuses),
    page: address.page,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./MessagesPage.tsx'), 'MessagesPage'),
  staticData: {
    title: 'Messages',
    apps,
    roles: readers,
    nav: {
      label: 'Messages',
      icon: Mail,
      order: 15.9,
      group: 'program',
      waiting: {
        roles: ['tenant_admin', 'instructor', 'parent', 'student'],
        key: inboxApi.countUnread.key(),
        ask: async (signal) => (await inboxApi.countUnread.call(signal)).count,
        words: (count) => (count === 1 ? '1 unread message' : `${count} unread messages`),
      },
    },
  },
})

export const newMessageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages/new',
  validateSearch: address.of({
    draft: address.id,
    session: address.id,
    change: address.oneOf(sessionChanges),
    template: address.id,
  }),
  component: lazyRouteComponent(() => import('./WriteMessagePage.tsx'), 'WriteMessagePage'),
  staticData: { title: 'New message', apps, roles: writers },
})

export const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages/templates',
  component: lazyRouteComponent(() => import('./TemplatesPage.tsx'), 'TemplatesPage'),
  staticData: { title: 'Message templates', apps, roles: writers },
})

export const sentMessageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages/sent/$id',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./SentMessagePage.tsx'), 'SentMessagePage'),
  staticData: { title: 'Message', apps, roles: writers },
})

export const receivedMessageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages/$id',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ReceivedMessagePage.tsx'), 'ReceivedMessagePage'),
  staticData: { title: 'Message', apps, roles: readers },
})

/** Route of the link in an email, for people who are signed in nowhere. */
export const linkedMessageRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/message',
  validateSearch: address.of({ token: address.text() }),
  component: lazyRouteComponent(() => import('./LinkedMessagePage.tsx'), 'LinkedMessagePage'),
  staticData: { title: 'Message', apps, access: 'anyone' },
})

/** Choice of when announcements come, among the choices of guardians for their account. */
export const newsSection = profileSections({
  id: 'news',
  order: 19,
  roles: ['parent'],
  apps: ['tenant'],
  component: part(() => import('./NewsCard.tsx'), 'NewsCard'),
})
