import { mount } from '#core/server/http/mount.ts'
import { healthContract } from '../contract.ts'
import { addCondition, updateCondition } from './conditions.ts'
import { checkHealth, updateHealth } from './save-health.ts'
import { decideProposal, listProposals, proposeHealth, withdrawProposal } from './proposals.ts'
import { getHealthStatus, openEmergency, openHealth } from './records.ts'

export const healthRoutes = mount(healthContract, {
  healthStatus: getHealthStatus,
  openHealth,
  openEmergency,
  updateHealth,
  checkHealth: (scope, id, body) => checkHealth(scope, id, body.parts),
  addCondition,
  updateCondition,
  listHealthProposals: listProposals,
  proposeHealth,
  withdrawProposal,
  decideProposal,
})
