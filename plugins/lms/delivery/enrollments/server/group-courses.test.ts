import { describe, expect } from 'vitest'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { createGroupOf } from '#plugins/tenant-app/testing/groups.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { enroll } from '../../../testing/learners.ts'
import type { GroupCourse } from '../groups-contract.ts'

const test = pluginTest([tenantApp, lms])

/** Builds a published course for students, and students with accounts, the last without one. */
async function buildGroup(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: courseId } = await publishCourse(admin, { title: 'Bridges', audience: 'students' })
  const [ada, ben, cleo] = [
    await organization.signIn('student'),
    await organization.signIn('student'),
    await organization.signIn('student'),
  ]
  const ids: string[] = []
  for (const userId of [ada.user?.id, ben.user?.id, cleo.user?.id, null]) {
    ids.push((await buildStudent(platform, organization, { userId: userId ?? null })).id)
  }
  const join = (groupId: string, ...studentIds: string[]) =>
    admin.post(`/api/groups/${groupId}/members`, { studentIds })
  const leave = (groupId: string, studentId: string) =>
    admin.post(`/api/groups/${groupId}/members/${studentId}/leave`, {})
  const takes = async (client: typeof ada) =>
    ((await client.get(`/api/tenant/courses/${courseId}`)).body.enrollment ?? null) !== null
  const assign = (groupId: string) => admin.post(`/api/groups/${groupId}/courses`, { courseId })
  const courses = async (groupId: string) => (await admin.get(`/api/groups/${groupId}/courses`)).body as GroupCourse[]
  return { organization, admin, courseId, ada, ben, cleo, ids, join, leave, takes, assign, courses }
}

describe('POST /api/groups/{id}/courses', () => {
  test('enrolls members; a later joiner is offered, and a leaver stays unless the group alone held the place', async ({
    platform,
  }) => {
    const { admin, courseId, ada, ben, cleo, ids, join, leave, takes, assign, courses } = await buildGroup(platform)
    const [adaId = '', benId = '', cleoId = '', withoutId = ''] = ids
    // Ben takes it by himself before.
    await enroll(ben, courseId)
    const group = await createGroupOf(admin, [adaId, benId, withoutId])
    expect((await assign(group.id)).body).toMatchObject({ title: 'Bridges', enrolled: 2, missing: 0, leftBehind: 0 })
    expect([await takes(ada), await takes(ben), await takes(cleo)]).toEqual([true, true, false])
    await join(group.id, cleoId)
    expect(await courses(group.id)).toMatchObject([{ enrolled: 2, missing: 1 }])
    expect(await takes(cleo)).toBe(false)
    const path = `/api/groups/${group.id}/courses/${courseId}/enrollments` as const
    expect((await admin.post(path)).body).toMatchObject({ enrolled: 3, missing: 0 })
    // Cleo is in another group with the course, too.
    const other = await createGroupOf(admin, [cleoId])
    await assign(other.id)
    for (const id of [adaId, benId, cleoId]) await leave(group.id, id)
    expect(await courses(group.id)).toMatchObject([{ enrolled: 0, leftBehind: 1 }])
    expect([await takes(ada), await takes(ben), await takes(cleo)]).toEqual([true, true, true])
    expect((await admin.delete(path)).body).toMatchObject({ leftBehind: 0 })
    expect([await takes(ada), await takes(ben), await takes(cleo)]).toEqual([false, true, true])
    await leave(other.id, cleoId)
    expect(await courses(group.id)).toMatchObject([{ leftBehind: 0 }])
    // Both held it; now the first alone does.
    expect((await admin.delete(`/api/groups/${other.id}/courses/${courseId}`)).status).toBe(204)
    expect(await courses(other.id)).toEqual([])
    expect(await courses(group.id)).toMatchObject([{ leftBehind: 1 }])
    expect(await takes(cleo)).toBe(true)
  })

  test('refuses a draft, a course for others, a group of another organization, and all but admins', async ({
    platform,
  }) => {
    const { organization, admin, courseId, ids } = await buildGroup(platform)
    const group = await createGroupOf(admin, ids.slice(0, 1))
    const path = `/api/groups/${group.id}/courses` as const
    const { id: forStaff } = await publishCourse(admin, { title: 'Staff', audience: 'instructors' })
    expect((await admin.post(path, { courseId: forStaff })).status).toBe(400)
    expect((await admin.post(path, { courseId: group.id })).status).toBe(400)
    for (const role of ['instructor', 'parent', 'student'] as const) {
      const by = await organization.signIn(role)
      expect((await by.post(path, { courseId })).status).toBe(403)
      expect((await by.get(path)).status).toBe(403)
    }
    const stranger = await (await platform.organization()).signIn('tenant_admin')
    expect((await stranger.post(path, { courseId })).status).toBe(404)
    expect((await stranger.get(path)).status).toBe(404)
  })

  test('members who join after the course is archived are not enrolled', async ({ platform }) => {
    const { admin, courseId, cleo, ids, join, takes, assign, courses } = await buildGroup(platform)
    const group = await createGroupOf(admin, ids.slice(0, 1))
    await assign(group.id)
    await join(group.id, ids[2] ?? '')
    expect((await admin.put(`/api/lms/courses/${courseId}`, { status: 'archived' })).status).toBe(200)
    expect((await admin.post(`/api/groups/${group.id}/courses/${courseId}/enrollments`)).status).toBe(400)
    expect(await courses(group.id)).toMatchObject([{ enrolled: 1, missing: 1 }])
    expect(await takes(cleo)).toBe(false)
  })

  test('two admins who assign at the same time enroll each member once', async ({ platform }) => {
    const { admin, ids, assign, courses, ada, takes } = await buildGroup(platform)
    const group = await createGroupOf(admin, ids.slice(0, 3))
    const answers = await Promise.all([assign(group.id), assign(group.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await courses(group.id)).toMatchObject([{ enrolled: 3, missing: 0 }])
    expect(await takes(ada)).toBe(true)
  })
})
