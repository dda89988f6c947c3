import { mount } from '#core/server/http/mount.ts'
import { erasureContract } from '../contract.ts'
import { erasePerson } from './erasing.ts'
import { listErasures } from './erasures.ts'
import { showOutlook } from './outlook.ts'

export const erasureRoutes = mount(erasureContract, {
  erasureOutlook: (scope, { params, query }) => showOutlook(scope, query.kind, params.id),
  listErasures: (scope, { query }) => listErasures(scope, query),
  erasePerson: (scope, { body }) => erasePerson(scope, body),
})
