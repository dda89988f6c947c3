import { create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { buildStudent } from './factories.ts'

async function prepareAdmin({ platform, organization }: World): Promise<{ by: Client; id: string }> {
  const { id } = await buildStudent(platform, organization)
  return { by: await organization.signIn('tenant_admin'), id }
}

async function prepareGuardian({ platform, organization }: World): Promise<{ by: Client; id: string }> {
  const by = await organization.signIn('parent')
  return { by, id: (await buildStudent(platform, organization, { guardians: [by.user?.id ?? ''] })).id }
}

const condition = () => ({ kind: 'food-allergy', name: `Nuts ${randomText()}`, risk: 'high' })

async function makeProposed(world: World): Promise<{ by: Client; id: string; proposalId: string }> {
  const { by, id } = await prepareGuardian(world)
  const proposal = { part: 'doctor', change: { doctorName: randomText(), doctorPhone: '' } }
  const { id: proposalId } = await create<{ id: string }>(by, `/api/students/${id}/health/proposals`, proposal)
  return { by, id, proposalId }
}

const student = 'student'

/** A call of each endpoint of health and its ledger that changes data or takes an id. */
export const healthCalls: Calls = {
  'GET /api/students/{id}/health-status': async (world) => {
    const { by, id } = await prepareAdmin(world)
    return { by, params: [id] }
  },
  'POST /api/students/{id}/health-views': async (world) => {
    const { by, id } = await prepareAdmin(world)
    return { by, params: [id], body: {} }
  },
  'POST /api/students/{id}/emergency-views': async (world) => {
    const { by, id } = await prepareAdmin(world)
    return { by, params: [id], body: {} }
  },
  'PUT /api/students/{id}/health': async (world) => {
    const { by, id } = await prepareAdmin(world)
    return { by, params: [id], body: { medicalNotes: randomText() }, resource: student, resourceId: id }
  },
  'POST /api/students/{id}/health/checks': async (world) => {
    const { by, id } = await prepareGuardian(world)
    return { by, params: [id], body: { parts: ['notes', 'emergency'] }, resource: student, resourceId: id }
  },
  'POST /api/students/{id}/health/conditions': async (world) => {
    const { by, id } = await prepareAdmin(world)
    return { by, params: [id], body: condition(), resource: student, resourceId: id }
  },
  'PUT /api/students/{id}/health/conditions/{conditionId}': async (world) => {
    const { by, id } = await prepareAdmin(world)
    const added = await create<{ id: string }>(by, `/api/students/${id}/health/conditions`, condition())
    return { by, params: [id, added.id], body: { hasEnded: true }, resource: student, resourceId: id }
  },
  'POST /api/students/{id}/health/proposals': async (world) => {
    const { by, id } = await prepareGuardian(world)
    const body = { part: 'conditions', change: condition() }
    return { by, params: [id], body, resource: student, resourceId: id }
  },
  'DELETE /api/students/{id}/health/proposals/{proposalId}': async (world) => {
    const { by, id, proposalId } = await makeProposed(world)
    return { by, params: [id, proposalId], resource: student, resourceId: id }
  },
  'POST /api/students/{id}/health/proposals/{proposalId}/decision': async (world) => {
    const { id, proposalId } = await makeProposed(world)
    const by = await world.organization.signIn('tenant_admin')
    return { by, params: [id, proposalId], body: { isApproved: true }, resource: student, resourceId: id }
  },
  'GET /api/students/{id}/views': async (world) => {
    const { by, id } = await prepareGuardian(world)
    return { by, params: [id] }
  },
}
