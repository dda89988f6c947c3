import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { CalendarClock, CalendarPlus } from 'lucide-react'
import { address } from '#core/web/address.ts'
import type { Command } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { viewOptions } from '../../../scheduling/calendar/web/viewOptions.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { sessionTimes, sessionState } from '../../../scheduling/sessions/contract.ts'

const bothApps = ['platform', 'tenant'] as const
const staff = ['tenant_admin', 'instructor'] as const
const sessionTabs = ['roster', 'attendance', 'challenges', 'history', 'media'] as const

export const sessionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sessions',
  validateSearch: address.of({
    search: address.text(),
    /** Status by the clock. */
    status: address.oneOf(sessionState),
    /** Time filter of the cards, which by default show what is not over, or all sessions of a status that is over. */
    when: address.oneOf([...sessionTimes, 'all']),
    /** Sessions of this project alone. */
    project: address.id,
    /** Cards by default. */
    view: address.oneOf(viewOptions.map(({ id }) => id)),
    /** The day that a view is about. */
    date: address.day,
    /** Opens the dialog that creates one. */
    add: address.yes,
    /** The session whose dialog is open. */
    edit: address.id,
    /** The session that a new one begins with. */
    copy: address.id,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./SessionsPage.tsx'), 'SessionsPage'),
  staticData: {
    title: 'Session Management',
    apps: bothApps,
    roles: staff,
    nav: {
      label: 'Sessions',
      icon: CalendarClock,
      order: 10,
      group: 'program',
      bar: { tenant_admin: { order: 10 }, instructor: { order: 10 } },
    },
  },
})

export const sessionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sessions/$id',
  validateSearch: address.of({
    tab: address.oneOf(sessionTabs),
    /** The day whose attendance is shown; by default today's, else the next, else the last. */
    meeting: address.id,
    /** Opens the dialog that edits the session. */
    edit: address.yes,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./SessionPage.tsx'), 'SessionPage'),
  staticData: {
    title: 'Session',
    apps: bothApps,
    roles: staff,
    offline: true,
    reads: ['/api/sessions/{id}'],
  },
})

export const newSessionCommand: Command = {
  id: 'new-session',
  label: 'New session',
  icon: CalendarPlus,
  apps: bothApps,
  roles: staff,
  perform: ({ router }) => void router.navigate({ to: '/sessions', search: { add: true } }),
}
