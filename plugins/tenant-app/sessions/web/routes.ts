import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { CalendarDays, CalendarPlus } from 'lucide-react'
import { z } from 'zod'
import { part, type Command } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { projectSections } from '../../web/places.ts'
import { loadZone } from '../../web/zone.ts'
import { sessionStatus, sessionTimes } from '../contract.ts'

const both = ['platform', 'tenant'] as const
const staff = ['tenant_admin', 'instructor'] as const

// A value that was tampered with is as good as none. The router reads a text of digits as a number.
const searchText = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

export const sessionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sessions',
  validateSearch: z.object({
    search: searchText,
    status: sessionStatus.optional().catch(undefined),
    /** Of the cards, which show what is not over where it is left out, or all of a status that is over. */
    when: z
      .enum([...sessionTimes, 'all'])
      .optional()
      .catch(undefined),
    /** Sessions of this project alone. */
    project: z.uuid().optional().catch(undefined),
    /** The id of a contribution to `sessionViews`; cards where it is left out. */
    view: z.string().optional().catch(undefined),
    /** The day that a view is about. */
    date: z.iso.date().optional().catch(undefined),
    /** Opens the dialog that creates one. */
    add: z.literal(true).optional().catch(undefined),
    /** The session whose dialog is open. */
    edit: z.uuid().optional().catch(undefined),
    /** The session that a new one begins with. */
    copy: z.uuid().optional().catch(undefined),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./SessionsPage.tsx'), 'SessionsPage'),
  staticData: {
    title: 'Session Management',
    apps: both,
    roles: staff,
    nav: { label: 'Sessions', icon: CalendarDays, order: 10 },
  },
})

export const sessionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sessions/$id',
  validateSearch: z.object({
    /** The id of a contribution to `sessionTabs`. */
    tab: z.string().optional().catch(undefined),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./SessionPage.tsx'), 'SessionPage'),
  staticData: { title: 'Session', apps: both, roles: staff },
})

export const newSessionCommand: Command = {
  id: 'new-session',
  label: 'New session',
  icon: CalendarPlus,
  apps: both,
  roles: staff,
  perform: ({ router }) => void router.navigate({ to: '/sessions', search: { add: true } }),
}

export const sessionSections = [
  projectSections({
    id: 'sessions',
    order: 20,
    component: part(() => import('./SessionsOfProject.tsx'), 'SessionsOfProject'),
  }),
]
