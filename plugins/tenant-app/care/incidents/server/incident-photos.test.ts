import { expect } from 'vitest'
import { buildApiToken, byToken } from '#core/testing/api-tokens.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import { makePicture } from '../../../testing/family-calls.ts'
import { report } from '../../../testing/incident-calls.ts'
import { MAX_PHOTOS } from '../contract.ts'

const test = pluginTest([tenantApp])

test('a report’s photo opens to staff who read the report, and to no family, other organization or super admin', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, instructor, other, parent] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
    await organization.signIn('parent'),
  ]
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const session = await buildSession(platform, organization, { instructorId: instructor.user?.id ?? null })
  await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  const draft = report(studentId, { sessionId: session.id, isSubmitted: false })
  const { body: made } = await instructor.post('/api/incidents', draft)
  const at = `/api/incidents/${made.ids[0]}`
  const picture = await makePicture()
  const add = (by: typeof admin) => by.request('POST', `${at}/photos`, fileForm(picture))
  for (const client of [admin, other, parent]) expect((await add(client)).status).not.toBe(201)
  for (let photo = 0; photo < MAX_PHOTOS; photo++) expect((await add(instructor)).status).toBe(201)
  expect((await add(instructor)).status).toBe(409)

  const { photos } = (await instructor.get(at)).body as { photos: { id: string; url: string }[] }
  const [first, second] = photos
  expect((await instructor.delete(`${at}/photos/${second?.id}`)).status).toBe(204)
  expect((await instructor.get(second?.url ?? '')).status).toBe(404)
  expect((await admin.get(first?.url ?? '')).status).toBe(404)
  await instructor.post(`${at}/submission`)
  for (const client of [instructor, admin]) expect((await client.get(first?.url ?? '')).status).toBe(200)
  const { token } = await buildApiToken(platform, admin, { scopes: ['files:read'] })
  expect((await byToken(platform, organization.client(), token).get(first?.url ?? '')).status).toBe(404)
  expect((await instructor.delete(`${at}/photos/${first?.id}`)).status).toBe(409)
  await admin.post(`${at}/sharing`, { familyText: 'Scraped a knee.' })
  const outsider = await (await platform.organization()).signIn('tenant_admin')
  const superAdmin = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  for (const client of [other, parent, outsider, superAdmin]) {
    expect((await client.get(first?.url ?? '')).status).toBe(404)
  }
  expect(JSON.stringify((await parent.get(`/api/students/${studentId}/incidents`)).body)).not.toContain(first?.id)
})
