import { mount } from '#core/server/http/mount.ts'
import { healthContract } from '../contract.ts'
import { addCondition, updateCondition } from './conditions.ts'
import { checkHealth, updateHealth } from './keeping.ts'
import { decideProposal, listProposals, proposeHealth, withdrawProposal } from './proposals.ts'
import { healthStatus, openEmergency, openHealth } from './records.ts'

export const healthRoutes = mount(healthContract, {
  healthStatus: (scope, { params }) => healthStatus(scope, params.id),
  openHealth: (scope, { params, body }) => openHealth(scope, params.id, body),
  openEmergency: (scope, { params, body }) => openEmergency(scope, params.id, body),
  updateHealth: (scope, { params, body }) => updateHealth(scope, params.id, body),
  checkHealth: (scope, { params, body }) => checkHealth(scope, params.id, body.parts),
  addCondition: (scope, { params, body }) => addCondition(scope, params.id, body),
  updateCondition: (scope, { params, body }) => updateCondition(scope, params.id, params.conditionId, body),
  listHealthProposals: (scope, { query }) => listProposals(scope, query),
  proposeHealth: (scope, { params, body }) => proposeHealth(scope, params.id, body),
  withdrawProposal: (scope, { params }) => withdrawProposal(scope, params.id, params.proposalId),
  decideProposal: (scope, { params, body }) => decideProposal(scope, params.id, params.proposalId, body),
})
