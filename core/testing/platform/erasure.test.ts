import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { made } from '#core/testing/calls.ts'
import { sealActs } from '#plugins/audit/server/sealing.ts'
import { verifyTrail } from '#plugins/audit/server/verification.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

test('the sealed audit log stays whole when somebody is erased, and tells that texts were', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await made<{ id: string }>(admin, '/api/students', { firstName: 'Zwanzig', lastName: 'Kanarien' })
  await admin.put(`/api/students/${id}`, { grade: '7' })
  await sealActs(platform.core)
  const { erased: before } = await verifyTrail(platform.core)
  const answer = await admin.post('/api/erasures', { kind: 'student', id, confirmation: 'Zwanzig Kanarien' })
  expect(answer.status).toBe(201)
  await sealActs(platform.core)
  const verification = await verifyTrail(platform.core)
  expect(verification).toMatchObject({ intact: true, findings: [] })
  expect(verification.erased).toBeGreaterThan(before)
  const entries = (await admin.get('/api/tenant/audit-logs')).body as { action: string; description: string }[]
  expect(entries.find(({ action }) => action === 'person.erased')).toMatchObject({ description: 'Erased a student' })
  expect(entries.find(({ action }) => action === 'student.created')).toMatchObject({ description: '[erased]' })
  expect(JSON.stringify(entries)).not.toContain('Kanarien')
})
