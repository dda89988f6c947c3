import type { Client } from '#core/testing/harness.ts'
import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import { buildStudent } from './factories.ts'

const text = () => ({ title: `Photos ${randomText()}`, body: 'We take photos and show them in our rooms.' })

interface Asked {
  admin: Client
  parent: Client
  guardianId: string
  consentId: string
  studentId: string
}

/** Creates a consent, and a child who is asked for it. */
async function makeAsked({ platform, organization }: World): Promise<Asked> {
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const guardianId = parent.user?.id ?? ''
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [guardianId] })
  const { id: consentId } = await create<{ id: string }>(admin, '/api/consents', { ...text(), kind: 'photo' })
  return { admin, parent, guardianId, consentId, studentId }
}

type Prepare = (world: World) => Promise<Call>

/** A call of an admin about the consent. */
const callAbout =
  (more: Partial<Call> = {}): Prepare =>
  async (world) => {
    const { admin, consentId } = await makeAsked(world)
    return { by: admin, params: [consentId], resource: 'consent', resourceId: consentId, ...more }
  }

/** A call of an admin about the student. */
const callOnStudent =
  (more: Partial<Call> = {}): Prepare =>
  async (world) => {
    const { admin, studentId } = await makeAsked(world)
    return { by: admin, params: [studentId], ...more }
  }

export const consentCalls: Calls = {
  'POST /api/consents': async (world) => {
    const { admin, studentId } = await makeAsked(world)
    const chosen = { asked: 'students', studentIds: [studentId] }
    return { by: admin, body: { ...text(), kind: 'outings', ...chosen }, resource: 'consent' }
  },
  'GET /api/consents/{id}': callAbout(),
  'PUT /api/consents/{id}': callAbout({ body: { expiresAfterMonths: 12 } }),
  'POST /api/consents/{id}/versions': callAbout({ body: { ...text(), asksAgain: true } }),
  'POST /api/consents/{id}/withdraw': callAbout(),
  'GET /api/consents/{id}/answers': callAbout(),
  'GET /api/consents/{id}/answers.csv': callAbout(),
  'POST /api/consents/{id}/remind': callAbout(),
  'GET /api/students/{id}/consents': callOnStudent(),
  'POST /api/students/{id}/consents/open': callOnStudent({ body: {} }),
  'GET /api/students/{id}/consents/guardians': callOnStudent(),
  'POST /api/students/{id}/consents/{consentId}/paper': async (world) => {
    const { admin, consentId, studentId, guardianId } = await makeAsked(world)
    const body = { guardianId, answer: 'given' }
    return { by: admin, params: [studentId, consentId], body, resource: 'consent', resourceId: consentId }
  },
  'GET /api/children/{id}/consents': async (world) => {
    const { parent, studentId } = await makeAsked(world)
    return { by: parent, params: [studentId] }
  },
  'POST /api/children/{id}/consents/{consentId}': async (world) => {
    const { parent, consentId, studentId } = await makeAsked(world)
    const body = { answer: 'given', version: 1 }
    return { by: parent, params: [studentId, consentId], body, resource: 'consent', resourceId: consentId }
  },
}
