import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { z } from 'zod'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections, sessionTabs } from '../../web/places.ts'
import { loadZone } from '../../web/zone.ts'
import { mediaKind } from '../contract.ts'

// A value that was tampered with is as good as none. The router reads a text of digits as a number.
const searchText = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

export const mediaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/media',
  validateSearch: z.object({
    search: searchText,
    kind: mediaKind.optional().catch(undefined),
    /** A session, or `none` for what belongs to none. */
    folder: z
      .union([z.uuid(), z.literal('none')])
      .optional()
      .catch(undefined),
    /** A student who is on it. */
    child: z.uuid().optional().catch(undefined),
    show: z.enum(['shared', 'private', 'withheld', 'untagged', 'unused']).optional().catch(undefined),
    /** What was deleted and can be restored. */
    deleted: z.literal(true).optional().catch(undefined),
    /** Tiles where it is left out. */
    view: z.literal('list').optional().catch(undefined),
    /** The file that is open. */
    file: z.uuid().optional().catch(undefined),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./MediaPage.tsx'), 'MediaPage'),
  staticData: {
    title: 'Media Library',
    apps: ['platform', 'tenant'],
    roles: ['tenant_admin', 'instructor'],
    nav: { label: 'Media Library', icon: Images, order: 60 },
  },
})

export const mediaParts = [
  childSections({
    id: 'media',
    order: 5,
    component: part(() => import('./ChildMedia.tsx'), 'ChildMedia'),
  }),
  sessionTabs({
    id: 'media',
    order: 60,
    label: 'Media',
    component: part(() => import('./SessionMedia.tsx'), 'SessionMedia'),
  }),
]
