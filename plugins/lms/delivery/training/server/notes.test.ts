import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { lms } from '../../../plugin.ts'
import { takeModule } from '../../../testing/modules.ts'

const test = pluginTest([audit, lms])

test('an instructor and the admins alone read and write notes on a module, and the log lacks their text', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const [admin, learner] = [await mine.signIn('tenant_admin'), await mine.signIn('instructor')]
  const moduleId = await takeModule(platform, { author: admin, learner })
  const instructorId = learner.user?.id
  const path = `/api/tenant/instructor-training-progress/${instructorId}/modules/${moduleId}/notes`
  const [before] = (await learner.get('/api/tenant/training-modules')).body
  expect(before).toMatchObject({ moduleId, title: 'Before', notes: '', notesUpdatedAt: null })

  const notes = 'Tried the launcher with grade 4.\nNext: wind.'
  const saved = await learner.put(path, { notes, updatedAt: null })
  expect(saved).toMatchObject({ status: 200, body: { notes } })
  const details = await admin.get(`/api/tenant/instructor-training-progress/${instructorId}`)
  expect(details.body.modules).toEqual([saved.body])
  expect((await admin.put(path, { notes: 'Late', updatedAt: null })).status).toBe(409)
  const { notesUpdatedAt: updatedAt } = saved.body
  expect((await admin.put(path, { notes: 'Wind on Friday', updatedAt })).status).toBe(200)
  expect((await learner.get('/api/tenant/training-modules')).body).toMatchObject([{ notes: 'Wind on Friday' }])

  const strangers = [await mine.signIn('instructor'), await other.signIn('tenant_admin')]
  for (const stranger of strangers) {
    expect((await stranger.put(path, { notes: 'Mine' })).status).toBe(404)
    expect((await stranger.get('/api/tenant/training-modules')).body).toEqual([])
  }
  for (const role of ['parent', 'student'] as const) {
    expect((await (await mine.signIn(role)).put(path, { notes: 'Mine' })).status).toBe(403)
  }
  expect((await learner.put(path, { notes: 'x'.repeat(2001) })).body.fields).toHaveProperty('notes')
  const elsewhere = path.replace(moduleId, '01900000-0000-7000-8000-000000000000')
  expect((await admin.put(elsewhere, { notes: 'Of nothing' })).status).toBe(404)

  const operator = await platform.superAdmin()
  const { body: log } = await operator.get('/api/audit-logs?action=training.notes-changed')
  expect(JSON.stringify(log)).toContain('training.notes-changed')
  expect(JSON.stringify(log)).not.toMatch(/launcher|Friday/)
})
