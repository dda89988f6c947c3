import { mount } from '#core/server/http/mount.ts'
import { versionsContract } from '../contract.ts'
import { getPublication, listVersions } from './versions.ts'

export const versionsRoutes = mount(versionsContract, {
  getPublication,
  listVersions,
})
