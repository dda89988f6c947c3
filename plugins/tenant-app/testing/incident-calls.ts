import { randomUUID } from 'node:crypto'
import { create, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { addApp } from '#core/testing/second-factor.ts'
import { fileForm } from '#core/testing/upload.ts'
import { makePicture } from './family-calls.ts'
import type { NewIncidents } from '../care/incidents/contract.ts'
import { buildSession, buildStudent } from './factories.ts'

/** Returns a report in the form that a phone sends. */
export const report = (
  studentId: string,
  more: Partial<NewIncidents> = {},
): Partial<NewIncidents> & { reports: { id: string; studentId: string }[] } => ({
  kind: 'injury',
  occurredAt: '2026-05-06T14:10:00Z',
  description: 'Fell at the slide and scraped a knee.',
  familyText: 'Scraped a knee at the slide. We washed it and put a plaster on it.',
  bodyParts: ['knee'],
  isSubmitted: true,
  ...more,
  reports: [{ id: randomUUID(), studentId }],
})

interface Reported {
  by: Client
  id: string
  parent: Client
  studentId: string
}

async function prepare({ platform, organization }: World, more: Partial<NewIncidents> = {}): Promise<Reported> {
  const by = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const { ids } = await create<{ ids: string[] }>(by, '/api/incidents', report(studentId, more))
  return { by, parent, studentId, id: ids[0] ?? '' }
}

async function prepareShared(world: World): Promise<Reported> {
  const reported = await prepare(world)
  await reported.by.post(`/api/incidents/${reported.id}/sharing`, { familyText: 'Scraped a knee.' })
  return reported
}

const inDraft = { isSubmitted: false }
const incident = (id: string) => ({ params: [id], resource: 'incident', resourceId: id })

/** Creates an admin who is the organization's safeguarding lead, with two-step verification. */
export async function nameLead({ platform, organization }: Pick<World, 'platform' | 'organization'>): Promise<Client> {
  const by = await organization.signIn('tenant_admin')
  await addApp(platform, by)
  await by.put('/api/safeguarding', { leadIds: [by.user?.id], outsideContact: 'County line, 555 0199' })
  return by
}

export const newConcern = (more: object = {}) => ({ id: randomUUID(), said: 'I do not want to go home.', ...more })

async function prepareConcern(world: World): Promise<{ by: Client; id: string; studentId: string }> {
  const by = await nameLead(world)
  const { id: studentId } = await buildStudent(world.platform, world.organization)
  const concern = newConcern({ studentId })
  await by.post('/api/concerns', concern)
  return { by, id: concern.id, studentId }
}

const call = { called: 'Rosa Lee', outcome: 'reached', happenedAt: '2026-05-06T14:20:00Z' }

/** A call of each endpoint of incidents and concerns that changes data or takes an id. */
export const incidentCalls: Calls = {
  'GET /api/incidents/export': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'PUT /api/incidents/settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { instructorsShare: true },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'POST /api/incidents': async ({ platform, organization }) => {
    const { id } = await buildStudent(platform, organization)
    const { id: sessionId } = await buildSession(platform, organization)
    const by = await organization.signIn('instructor')
    return { by, body: report(id, { ...inDraft, sessionId }), resource: 'incident' }
  },
  'GET /api/incidents/{id}': async (world) => {
    const { by, id } = await prepare(world)
    return { by, params: [id] }
  },
  'PUT /api/incidents/{id}': async (world) => {
    const { by, id } = await prepare(world, inDraft)
    return { by, ...incident(id), body: { place: 'Gym' } }
  },
  'DELETE /api/incidents/{id}': async (world) => {
    const { by, id } = await prepare(world, inDraft)
    return { by, ...incident(id) }
  },
  'POST /api/incidents/{id}/submission': async (world) => {
    const { by, id } = await prepare(world, inDraft)
    return { by, ...incident(id) }
  },
  'POST /api/incidents/{id}/sharing': async (world) => {
    const { by, id } = await prepare(world)
    return { by, ...incident(id), body: { familyText: 'Scraped a knee.' } }
  },
  'POST /api/incidents/{id}/calls': async (world) => {
    const { by, id } = await prepare(world)
    return { by, ...incident(id), body: call }
  },
  'POST /api/incidents/{id}/additions': async (world) => {
    const { by, id } = await prepare(world)
    return { by, ...incident(id), body: { words: 'Was picked up happy.' } }
  },
  'POST /api/incidents/{id}/follow-ups': async (world) => {
    const { by, id } = await prepare(world)
    return { by, ...incident(id), body: { task: 'Check the slide', ownerId: by.user?.id, dueOn: '2026-05-08' } }
  },
  'POST /api/incidents/{id}/follow-ups/{followUpId}/completion': async (world) => {
    const { by, id } = await prepare(world)
    const task = { task: 'Check the slide', ownerId: by.user?.id, dueOn: '2026-05-08' }
    const added = await create<{ id: string }>(by, `/api/incidents/${id}/follow-ups`, task)
    return { by, ...incident(id), params: [id, added.id] }
  },
  'POST /api/incidents/{id}/closing': async (world) => {
    const { by, id } = await prepareShared(world)
    return { by, ...incident(id) }
  },
  'POST /api/incidents/{id}/photos': async (world) => {
    const { by, id } = await prepare(world, inDraft)
    return { by, params: [id], image: await makePicture(), resource: 'file' }
  },
  'DELETE /api/incidents/{id}/photos/{photoId}': async (world) => {
    const { by, id } = await prepare(world, inDraft)
    const { body } = await by.request('POST', `/api/incidents/${id}/photos`, fileForm(await makePicture()))
    return { by, ...incident(id), params: [id, body.id] }
  },
  'GET /api/students/{id}/incidents': async (world) => {
    const { parent, studentId } = await prepareShared(world)
    return { by: parent, params: [studentId] }
  },
  'POST /api/incidents/{id}/acknowledgment': async (world) => {
    const { parent, id } = await prepareShared(world)
    return { by: parent, ...incident(id), body: { typedName: 'Ada Lovelace' } }
  },
  'GET /api/incidents/{id}/pdf': async (world) => {
    const { by, id } = await prepare(world)
    return { by, ...incident(id) }
  },
  'PUT /api/safeguarding': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { leadIds: [], outsideContact: 'County line, 555 0199' },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'POST /api/concerns': async (world) => {
    const by = await nameLead(world)
    const { id: studentId } = await buildStudent(world.platform, world.organization)
    return { by, body: newConcern({ studentId }), resource: 'tenant', resourceId: world.organization.id }
  },
  'POST /api/concerns/{id}/views': async (world) => {
    const { by, id } = await prepareConcern(world)
    return { by, params: [id] }
  },
  'POST /api/concerns/{id}/entries': async (world) => {
    const { by, id } = await prepareConcern(world)
    const body = { kind: 'action', words: 'Called the county.' }
    return { by, params: [id], body, resource: 'tenant', resourceId: world.organization.id }
  },
  'POST /api/students/{id}/concern-chronologies': async (world) => {
    const { by, studentId } = await prepareConcern(world)
    return { by, params: [studentId] }
  },
  'GET /api/students/{id}/concern-chronology': async (world) => {
    const { by, studentId } = await prepareConcern(world)
    return { by, params: [studentId] }
  },
}
