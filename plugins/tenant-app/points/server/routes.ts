import { mount } from '#core/server/http/mount.ts'
import { pointsContract } from '../contract.ts'
import { listPoints } from './entries.ts'

export const pointsRoutes = mount(pointsContract, {
  listPoints: (scope, { params, query }) => listPoints(scope, params.id, query),
})
