import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { FolderKanban, FolderPlus } from 'lucide-react'
import { address } from '#core/web/address.ts'
import type { Command, PaletteSearch } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { activityFilter, adoptionFilter, difficulty, originFilter } from '../contract.ts'
import { findProjects } from './projectSearch.ts'

const apps = ['tenant'] as const
const roles = ['tenant_admin', 'instructor'] as const

export const projectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects',
  validateSearch: address.of({
    search: address.text(),
    category: address.text(),
    difficulty: address.oneOf(difficulty),
    activity: address.oneOf(activityFilter),
    adoption: address.oneOf(adoptionFilter),
    origin: address.oneOf(originFilter),
    /** Opens the dialog that creates a project. */
    add: address.yes,
    /** The project whose dialog is open. */
    edit: address.id,
  }),
  component: lazyRouteComponent(() => import('./ProjectsPage.tsx'), 'ProjectsPage'),
  staticData: {
    title: 'Project Curriculum',
    apps,
    roles,
    nav: { label: 'Projects', icon: FolderKanban, order: 25, group: 'program' },
  },
})

export const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$id',
  validateSearch: address.of({
    edit: address.yes,
    /** Number of students for whom the materials are counted. */
    students: address.whole(1, 1000),
  }),
  component: lazyRouteComponent(() => import('./ProjectPage.tsx'), 'ProjectPage'),
  staticData: { title: 'Project', apps, roles },
})

export const newProjectCommand: Command = {
  id: 'new-project',
  label: 'New project',
  icon: FolderPlus,
  apps,
  roles,
  perform: ({ router }) => void router.navigate({ to: '/projects', search: { add: true } }),
}

export const projectSearch: PaletteSearch = {
  id: 'projects',
  heading: 'Projects',
  icon: FolderKanban,
  apps,
  roles,
  find: findProjects,
}
