import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { z } from 'zod'
import { part, type Command } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../web/zone.ts'
import { projectSections, sessionTabs } from '../../web/places.ts'
import { challengeStatuses } from '../contract.ts'

const apps = ['platform', 'tenant'] as const
const roles = ['tenant_admin', 'instructor'] as const

// A value that was tampered with is as good as none. The router reads a text of digits as a number.
const searchText = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

const one = z.uuid().optional().catch(undefined)

export const challengesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/challenges',
  validateSearch: z.object({
    search: searchText,
    session: one,
    project: one,
    status: z.enum(challengeStatuses).optional().catch(undefined),
    /** Opens the dialog that creates one. */
    add: z.literal(true).optional().catch(undefined),
    /** The challenge that the new one begins as. */
    copy: one,
    /** The challenge whose dialog is open. */
    edit: one,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ChallengesPage.tsx'), 'ChallengesPage'),
  staticData: {
    title: 'Challenges',
    apps,
    roles,
    nav: { label: 'Challenges', icon: Trophy, order: 20 },
  },
})

export const scoresRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/challenges/scores',
  validateSearch: z.object({
    session: one,
    project: one,
    /** Ids of chosen challenges, separated by commas. */
    challenges: z.string().max(2000).optional().catch(undefined),
    /** Of students. */
    search: searchText,
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ScoresPage.tsx'), 'ScoresPage'),
  staticData: { title: 'Scores', apps, roles },
})

export const judgingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/challenges/$id/judging',
  validateSearch: z.object({
    /** The one who is scored. */
    student: one,
    /** Of students. */
    search: searchText,
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./JudgingPage.tsx'), 'JudgingPage'),
  staticData: { title: 'Judging', apps, roles },
})

/** In pages of sessions and projects. */
export const challengeParts = [
  sessionTabs({
    id: 'challenges',
    label: 'Challenges',
    order: 30,
    component: part(() => import('./ChallengesTab.tsx'), 'ChallengesTab'),
  }),
  projectSections({
    id: 'challenges',
    order: 30,
    component: part(() => import('./ProjectChallenges.tsx'), 'ProjectChallenges'),
  }),
]

export const newChallengeCommand: Command = {
  id: 'new-challenge',
  label: 'New challenge',
  icon: Trophy,
  apps,
  roles,
  perform: ({ router }) => void router.navigate({ to: '/challenges', search: { add: true } }),
}
