import { expect } from 'vitest'
import { z } from 'zod'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { queueWork, type HandedIn } from './handing-in.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'

const test = pluginTest([lms])

const selectVisibleWork = variants({ viewer: viewers }, ({ viewer }) =>
  statement(z.object({ id: z.uuid() }), `select user_id as id from lms_work where ${isVisibleWork(viewer, 'user_id')}`),
)

const selectVisibleTo = (platform: TestPlatform, organization: TestOrganization, { user }: Client) => {
  const caller = user && { ...user, name: '' }
  const actor = { ...systemActor, user: caller ?? null, ipAddress: '127.0.0.1' }
  return platform.core.db.tenant(organization.id, actor, async (scope) =>
    (await scope.rows(selectVisibleWork({ viewer: viewerOf(scope) }), callerOf(scope))).map(({ id }) => id).toSorted(),
  )
}

/** Enrolls people in a course; all of them submit at once. */
async function enrollPeople(platform: TestPlatform, organization: TestOrganization, people: readonly Client[]) {
  const admin = await organization.signIn('tenant_admin')
  const { id, lessons } = await publishCourse(admin, { title: 'Bridges', audience: 'everybody' })
  for (const one of people) await one.post(`/api/tenant/courses/${id}/enroll`)
  const rows: HandedIn[] = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsEnrollments')
      .where({ courseId: id })
      .select({ subjectId: 'id', enrollmentId: 'id' }, 'userId', 'cycle')
      .then((found) =>
        found.map((row) => ({ ...row, number: 1, handedInAt: platform.clock.now().toISOString(), lateSeconds: 0 })),
      ),
  )
  const of = { kind: 'hand-in', courseId: id, lessonId: lessons[1] ?? '' } as const
  const handIn = (given: readonly HandedIn[]) =>
    platform.core.db.tenant(organization.id, systemActor, (scope) => queueWork(scope, of, given))
  const read = () => platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx('lmsWork').select())
  return { rows, handIn, read }
}

test('admins see the work of all others, instructors that of students and parents, learners none', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const signIn = (role: 'tenant_admin' | 'instructor' | 'student' | 'parent') => organization.signIn(role)
  const people = {
    admin: await signIn('tenant_admin'),
    instructor: await signIn('instructor'),
    student: await signIn('student'),
    parent: await signIn('parent'),
  }
  const { rows, handIn } = await enrollPeople(platform, organization, Object.values(people))
  await handIn(rows)
  const ids = (...of: (keyof typeof people)[]) => of.map((name) => people[name].user?.id ?? '').toSorted()
  expect(await selectVisibleTo(platform, organization, people.admin)).toEqual(ids('instructor', 'student', 'parent'))
  expect(await selectVisibleTo(platform, organization, people.instructor)).toEqual(ids('student', 'parent'))
  expect(await selectVisibleTo(platform, organization, people.student)).toEqual([])
  expect(await selectVisibleTo(platform, organization, people.parent)).toEqual([])
  const operator = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect(await selectVisibleTo(platform, organization, operator)).toHaveLength(4)
})

test('submitted work is in the queue once, and awaits a grade again with its next number', async ({ platform }) => {
  const organization = await platform.organization()
  const learner = await organization.signIn('student')
  const { rows, handIn, read } = await enrollPeople(platform, organization, [learner])
  await Promise.all([handIn(rows), handIn(rows)])
  expect(await read()).toMatchObject([
    { course: 'Bridges', lesson: 'Tools', state: 'waiting', number: 1, version: 1, lateSeconds: 0 },
  ])
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsWork').update({ state: 'returned', score: 40 }),
  )
  await handIn(rows)
  expect(await read()).toMatchObject([{ state: 'returned', score: 40 }])
  await handIn(rows.map((row) => ({ ...row, number: 2, lateSeconds: 3601 })))
  expect(await read()).toMatchObject([{ state: 'waiting', score: null, number: 2, version: 2, lateSeconds: 3601 }])
})
