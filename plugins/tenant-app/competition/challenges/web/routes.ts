import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Table2, Trophy } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { part, type Command } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { banners } from '#core/web/slots.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { projectSections } from '../../../shared/web/slots.ts'
import { challengeStatuses } from '../contract.ts'

const apps = ['platform', 'tenant'] as const
const roles = ['tenant_admin', 'instructor'] as const

export const challengesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/challenges',
  validateSearch: address.of({
    search: address.text(),
    session: address.id,
    project: address.id,
    status: address.oneOf(challengeStatuses),
    /** Opens the dialog that creates a challenge. */
    add: address.yes,
    /** Id of the challenge to copy. */
    copy: address.id,
    /** The challenge whose dialog is open. */
    edit: address.id,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ChallengesPage.tsx'), 'ChallengesPage'),
  staticData: {
    title: 'Challenges',
    apps,
    roles,
    nav: { label: 'Challenges', icon: Trophy, order: 20, group: 'program' },
  },
})

export const scoresRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/challenges/scores',
  validateSearch: address.of({
    session: address.id,
    project: address.id,
    /** Ids of chosen challenges, separated by commas. */
    challenges: address.text(2000),
    /** Search for students. */
    search: address.text(),
    page: address.page,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ScoresPage.tsx'), 'ScoresPage'),
  staticData: {
    title: 'Scores',
    apps,
    roles,
    nav: { label: 'Score grid', icon: Table2, order: 21, group: 'program', hub: '/challenges', tab: 'Score grid' },
  },
})

export const judgingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/challenges/$id/judging',
  validateSearch: address.of({
    /** Id of the student to score. */
    student: address.id,
    /** Search for students. */
    search: address.text(),
    page: address.page,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./JudgingPage.tsx'), 'JudgingPage'),
  staticData: { title: 'Judging', apps, roles },
})

export const challengeParts = [
  banners({
    id: 'scores-waiting',
    order: 23,
    roles: ['tenant_admin', 'instructor'],
    component: part(() => import('./ScoresBanner.tsx'), 'ScoresBanner'),
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
