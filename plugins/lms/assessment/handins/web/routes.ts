import { part } from '#core/web/plugin.ts'
import { lessonWork } from '../../../delivery/learning/web/places.ts'

/** Work of assignments and projects in a lesson. */
export const handInWork = lessonWork({
  id: 'hand-in',
  order: 10,
  contentTypes: ['assignment', 'project'],
  component: part(() => import('./HandInWork.tsx'), 'HandInWork'),
})
