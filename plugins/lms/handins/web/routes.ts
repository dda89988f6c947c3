import { part } from '#core/web/plugin.ts'
import { lessonWork } from '../../learning/web/places.ts'

/** Where learners hand in what an assignment or a project asks for. */
export const handInWork = lessonWork({
  id: 'hand-in',
  order: 10,
  contentTypes: ['assignment', 'project'],
  component: part(() => import('./HandInWork.tsx'), 'HandInWork'),
})
