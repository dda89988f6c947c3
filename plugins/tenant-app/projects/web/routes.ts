import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { FolderKanban, FolderPlus } from 'lucide-react'
import { z } from 'zod'
import type { Command, PaletteSearch } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { activityFilter, adoptionFilter, difficulty, originFilter } from '../contract.ts'
import { findProjects } from './projectSearch.ts'

const apps = ['tenant'] as const
const roles = ['tenant_admin', 'instructor'] as const

// A value that was tampered with is as good as none. The router reads a text of digits as a number.
const writtenText = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

export const projectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects',
  validateSearch: z.object({
    search: writtenText,
    category: writtenText,
    difficulty: difficulty.optional().catch(undefined),
    activity: activityFilter.optional().catch(undefined),
    adoption: adoptionFilter.optional().catch(undefined),
    origin: originFilter.optional().catch(undefined),
    /** Opens the dialog that creates one. */
    add: z.literal(true).optional().catch(undefined),
    /** The project whose dialog is open. */
    edit: z.uuid().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./ProjectsPage.tsx'), 'ProjectsPage'),
  staticData: {
    title: 'Project Curriculum',
    apps,
    roles,
    nav: { label: 'Projects', icon: FolderKanban, order: 25 },
  },
})

export const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$id',
  validateSearch: z.object({
    edit: z.literal(true).optional().catch(undefined),
    /** For how many students the materials are counted. */
    students: z.number().int().min(1).max(1000).optional().catch(undefined),
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
