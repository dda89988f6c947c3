import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/slots.ts'

export const contactsSection = childSections({
  id: 'guardians',
  tab: 'people',
  order: 10,
  component: part(() => import('./ContactsSection.tsx'), 'ContactsSection'),
})
