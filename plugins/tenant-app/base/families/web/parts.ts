import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/places.ts'

export const contactsSection = childSections({
  id: 'guardians',
  order: 10,
  component: part(() => import('./ContactsSection.tsx'), 'ContactsSection'),
})
