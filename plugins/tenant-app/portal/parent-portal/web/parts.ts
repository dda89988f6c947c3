import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/slots.ts'

/** Sections about the guardian, the same on the page of each child. */
export const ownSections = [
  childSections({
    id: 'own-codes',
    tab: 'people',
    order: 30,
    roles: ['parent'],
    component: part(() => import('../../../care/pickup-codes/web/PickupCodesCard.tsx'), 'PickupCodesCard'),
  }),
  childSections({
    id: 'own-contact',
    tab: 'account',
    order: 10,
    roles: ['parent'],
    component: part(() => import('./OwnContactCard.tsx'), 'OwnContactCard'),
  }),
  childSections({
    id: 'own-digest',
    tab: 'account',
    order: 20,
    roles: ['parent'],
    component: part(() => import('../../digest/web/DigestCard.tsx'), 'DigestCard'),
  }),
]
