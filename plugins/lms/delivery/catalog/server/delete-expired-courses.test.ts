import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { lms } from '../../../plugin.ts'
import { sendCourseFile, sheet } from '../../../testing/files.ts'
import { forgetCourses } from './delete-expired-courses.ts'

const test = pluginTest([audit, lms])

const DAY_MS = 86_400_000

async function createCourseWithFile(admin: Client, title: string) {
  const { id } = await create<{ id: string }>(admin, '/api/lms/courses', { title, audience: 'instructors' })
  const file = await sendCourseFile(admin, id, { bytes: sheet, filename: `${title}.pdf` })
  const details = { file: { id: file.id, name: `${title}.pdf`, mimeType: 'application/pdf' }, isOffered: true }
  const lesson = { courseId: id, title: 'Sheet', contentType: 'document' }
  const { id: lessonId } = await create<{ id: string }>(admin, '/api/lms/lessons', lesson)
  const written = await admin.put(`/api/lms/lessons/${lessonId}/content`, { contentType: 'document', details })
  expect(written.status).toBe(200)
  expect((await admin.put(`/api/lms/courses/${id}`, { status: 'published' })).status).toBe(200)
  return { id, fileId: file.id, lessonId }
}

test('a course deleted 30 days ago is removed with its files, and one with learners stays', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const learner = await organization.signIn('instructor')
  const [lost, taken, kept] = [
    await createCourseWithFile(admin, 'Lost'),
    await createCourseWithFile(admin, 'Taken'),
    await createCourseWithFile(admin, 'Kept'),
  ]
  expect((await learner.post(`/api/tenant/courses/${taken.id}/enroll`)).status).toBeLessThan(300)
  for (const { id } of [lost, taken]) expect((await admin.delete(`/api/lms/courses/${id}`)).status).toBe(204)
  expect((await admin.delete(`/api/lms/lessons/${kept.lessonId}`)).status).toBe(204)

  const left = (table: string): Promise<{ id: string }[]> =>
    platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx(table).select('id').orderBy('id'))
  const ids = async (table: string) => new Set((await left(table)).map(({ id }) => id))
  platform.clock.forward(30 * DAY_MS - 60_000)
  await forgetCourses.perform(platform.core, null, {})
  expect(await ids('lms_courses')).toEqual(new Set([lost.id, taken.id, kept.id]))
  platform.clock.forward(120_000)
  await forgetCourses.perform(platform.core, null, {})
  expect(await ids('lms_courses')).toEqual(new Set([taken.id, kept.id]))
  expect(await ids('files')).toEqual(new Set([taken.fileId, kept.fileId]))
  expect(await ids('lms_files')).toEqual(new Set([taken.fileId, kept.fileId]))
  expect(await ids('lms_lessons')).toEqual(new Set([taken.lessonId]))
  expect(await left('lms_course_versions')).toHaveLength(2)

  const [again, reader] = [await admin.signIn(admin.user?.email ?? ''), await learner.signIn(learner.user?.email ?? '')]
  expect((await again.get(`/api/lms/courses/${kept.id}`)).body).toMatchObject({ title: 'Kept', lessonCount: 0 })
  expect((await reader.get(`/api/files/${taken.fileId}`)).status).toBe(200)
  const trail = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('audit_logs').where({ action: 'course.removed' }).pluck<string[]>('resource_id'),
  )
  expect(trail).toEqual([lost.id])
})
