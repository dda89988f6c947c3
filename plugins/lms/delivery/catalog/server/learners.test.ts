import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'

const test = pluginTest([lms], { work: true })

test('learners above the batch size are moved by a job, each once', async ({ platform }) => {
  const author = await platform.superAdmin()
  const organization = await platform.organization()
  const { id } = await publishCourse(author, { title: 'Optics' })
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const people = Array.from({ length: 260 }, (_, number) => ({
      username: `optics-${number}`,
      passwordHash: '',
      firstName: 'Ibn',
      lastName: `Sahl ${number}`,
      role: 'student',
    }))
    const users = await trx('users').insert(people, ['id'])
    await trx('lms_enrollments').insert(users.map((user) => ({ userId: user.id, courseId: id, version: 1 })))
  })
  await author.put(`/api/lms/courses/${id}`, { title: 'Optics, again', status: 'published' })
  const learners = `/api/lms/courses/${id}/learners`
  expect((await author.get(learners)).body).toEqual({ total: 260, behind: 260 })
  expect((await author.post(`${learners}/move`)).body).toEqual({ total: 260, behind: 10 })
  await expect.poll(async () => (await author.get(learners)).body).toEqual({ total: 260, behind: 0 })
  const log = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lms_learning_log').where({ courseId: id, what: 'moved' }).count().first(),
  )
  expect(Number(log?.['count'])).toBe(260)
})
