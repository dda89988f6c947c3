import { mount } from '#core/server/http/mount.ts'
import { pointsContract } from '../contract.ts'
import { listPoints } from './entries.ts'

export const pointsRoutes = mount(pointsContract, {
  listPoints,
})
