import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { create } from '#core/testing/calls.ts'
import { sendImage } from '#core/testing/upload.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import sharp from 'sharp'
import { sealActs } from '#plugins/audit/server/seal-acts.ts'
import { verifyTrail } from '#plugins/audit/server/verification.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

test('the sealed audit log stays intact when a person is erased, and reports erased texts', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(admin, '/api/students', { firstName: 'Zwanzig', lastName: 'Kanarien' })
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

test('once a parent is erased the audit log has neither the name nor the names of files, and still says what was done', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const child = await create<{ id: string }>(admin, '/api/students', { firstName: 'Pia', lastName: 'Lark' })
  const { id } = await organization.user('parent', { firstName: 'Zwanzig', lastName: 'Kanarien' })
  await create(admin, `/api/students/${child.id}/guardians`, { userId: id, relationship: 'mother' })
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await sendImage(admin, picture, { filename: 'Zwanzig Kanarien, essay.png' })).status).toBe(201)
  await create(admin, `/api/students/${child.id}/collectors`, { name: 'Ned Wren', phone: '+1 555 0100' })
  const before = (await admin.get('/api/tenant/audit-logs?search=kanarien')).body as { description: string }[]
  expect(before.map(({ description }) => description)).toContain('Made Zwanzig Kanarien a guardian of Pia Lark')
  expect((await admin.post('/api/erasures', { kind: 'user', id, confirmation: 'Zwanzig Kanarien' })).status).toBe(201)
  const log = JSON.stringify(await platform.core.db.platform(systemActor, ({ trx }) => trx('audit_logs').select()))
  expect(log).not.toMatch(/kanarien|essay/i)
  const after = (await admin.get('/api/tenant/audit-logs?search=Pia%20Lark')).body as { description: string }[]
  expect(after.map(({ description }) => description)).toContain('Let Ned Wren pick up Pia Lark')
})
