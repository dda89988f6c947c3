import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { profileSections } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections } from '#plugins/tenant-app/web.ts'
import { moderationApi } from './client.ts'

export const moderationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderation',
  component: lazyRouteComponent(() => import('./ModerationPage.tsx'), 'ModerationPage'),
  staticData: {
    title: 'Moderation',
    apps: ['tenant'],
    roles: ['tenant_admin', 'instructor'],
    nav: {
      label: 'Moderation',
      icon: MessagesSquare,
      order: 38,
      group: 'learning',
      hub: '/grading',
      tab: 'Discussions',
      waiting: {
        roles: ['tenant_admin', 'instructor'],
        key: moderationApi.countWaiting.key(),
        ask: async (signal) => (await moderationApi.countWaiting.call(signal)).count,
        words: (count) => (count === 1 ? '1 post waits' : `${count} posts wait`),
      },
    },
  },
})

export const discussionContributions = [
  profileSections({
    id: 'course-mails',
    order: 25,
    apps: ['tenant'],
    roles: ['tenant_admin', 'instructor', 'parent', 'student'],
    component: part(() => import('./CourseMailsCard.tsx'), 'CourseMailsCard'),
  }),
  childSections({
    id: 'child-posts',
    tab: 'progress',
    order: 80,
    component: part(() => import('./ChildPosts.tsx'), 'ChildPosts'),
  }),
]
