import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections } from '#plugins/tenant-app/web/plugin.ts'
import { lessonWork } from '../../learning/web/places.ts'

export const moderationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderation',
  component: lazyRouteComponent(() => import('./ModerationPage.tsx'), 'ModerationPage'),
  staticData: {
    title: 'Moderation',
    apps: ['tenant'],
    roles: ['tenant_admin', 'instructor'],
    nav: { label: 'Moderation', icon: MessagesSquare, order: 37 },
  },
})

export const discussionContributions = [
  lessonWork({
    id: 'discussion',
    order: 30,
    contentTypes: ['discussion'],
    component: part(() => import('./Discussion.tsx'), 'Discussion'),
  }),
  childSections({
    id: 'child-posts',
    order: 80,
    component: part(() => import('./ChildPosts.tsx'), 'ChildPosts'),
  }),
]
