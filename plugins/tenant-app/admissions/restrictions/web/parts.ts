import { part } from '#core/web/plugin.ts'
import { guardianParts } from '../../../base/families/web/places.ts'

export const restrictionParts = [
  guardianParts({
    id: 'restrictions',
    order: 10,
    roles: ['tenant_admin'],
    component: part(() => import('./RestrictionButtons.tsx'), 'RestrictionButtons'),
  }),
]
