import { mount } from '#core/server/http/mount.ts'
import { erasureContract } from '../contract.ts'
import { erasureRequestsContract } from '../request-contract.ts'
import { retentionContract } from '../retention-contract.ts'
import { erasePerson } from './erasing.ts'
import { listErasures } from './erasures.ts'
import { showOutlook } from './outlook.ts'
import { listErasurePlaces } from './places.ts'
import { askForErasure, declineErasure, listOwnRequests, listRequests } from './requests.ts'
import { addHold, getRetention, releaseHold, updateRetention } from './retention.ts'

export const erasureRoutes = mount(erasureContract, {
  erasureOutlook: (scope, { params, query }) => showOutlook(scope, query.kind, params.id),
  listErasurePlaces: (scope, { params, query }) => listErasurePlaces(scope, { kind: query.kind, id: params.id }, query),
  listErasures: (scope, { query }) => listErasures(scope, query),
  erasePerson: (scope, { body }) => erasePerson(scope, body),
})

export const retentionRoutes = mount(retentionContract, {
  getRetention,
  updateRetention: (scope, { body }) => updateRetention(scope, body),
  addHold: (scope, { body }) => addHold(scope, body),
  releaseHold: (scope, { params }) => releaseHold(scope, params.id),
})

export const erasureRequestsRoutes = mount(erasureRequestsContract, {
  listOwnErasureRequests: listOwnRequests,
  listErasureRequests: (scope, { query }) => listRequests(scope, query),
  askForErasure: (scope, { body }) => askForErasure(scope, body),
  declineErasure: (scope, { params, body }) => declineErasure(scope, params.id, body.answer),
})
