import { mount } from '#core/server/http/mount.ts'
import { erasureContract } from '../contract.ts'
import { erasureRequestsContract } from '../request-contract.ts'
import { retentionContract } from '../retention-contract.ts'
import { erasePerson } from './erase-person.ts'
import { listErasures } from './erasures.ts'
import { showOutlook } from './outlook.ts'
import { listErasurePlaces } from './places.ts'
import { askForErasure, declineErasure, listOwnRequests, listRequests } from './requests.ts'
import { addHold, getRetention, releaseHold, updateRetention } from './retention.ts'

export const erasureRoutes = mount(erasureContract, {
  erasureOutlook: (scope, id, query) => showOutlook(scope, query.kind, id),
  listErasurePlaces: (scope, id, query) => listErasurePlaces(scope, { kind: query.kind, id }, query),
  listErasures,
  erasePerson,
})

export const retentionRoutes = mount(retentionContract, {
  getRetention,
  updateRetention,
  addHold,
  releaseHold,
})

export const erasureRequestsRoutes = mount(erasureRequestsContract, {
  listOwnErasureRequests: listOwnRequests,
  listErasureRequests: listRequests,
  askForErasure,
  declineErasure: (scope, id, body) => declineErasure(scope, id, body.answer),
})
