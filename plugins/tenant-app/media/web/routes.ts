import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections } from '../../shared/web/slots.ts'
import { loadZone } from '../../shared/web/zone.ts'
import { mediaKind } from '../contract.ts'

export const mediaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/media',
  validateSearch: address.of({
    search: address.text(),
    kind: address.oneOf(mediaKind),
    /** Id of a session, or `none` for files without one. */
    folder: address.idOr('none'),
    /** Id of a tagged student. */
    child: address.id,
    show: address.oneOf(['shared', 'private', 'withheld', 'untagged', 'unused']),
    /** True to list deleted files that can be restored. */
    deleted: address.yes,
    /** Tiles by default. */
    view: address.oneOf(['list']),
    /** Id of the open file. */
    file: address.id,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./MediaPage.tsx'), 'MediaPage'),
  staticData: {
    title: 'Media Library',
    apps: ['platform', 'tenant'],
    roles: ['tenant_admin', 'instructor'],
    nav: { label: 'Media Library', icon: Images, order: 60, group: 'program' },
  },
})

export const mediaParts = [
  childSections({
    id: 'media',
    tab: 'photos',
    order: 5,
    component: part(() => import('./ChildMedia.tsx'), 'ChildMedia'),
  }),
]
