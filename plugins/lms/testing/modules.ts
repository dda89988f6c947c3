import { systemActor } from '#core/server/identity/actor.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import { publishCourse } from './courses.ts'

/** A module of a project, as the courses that are made of training have them, which a learner takes. @returns its id */
export async function takeModule(
  { core }: Pick<TestPlatform, 'core'>,
  { author, learner }: { author: Client; learner: Client },
): Promise<string> {
  const { id, chapterId } = await publishCourse(author, { title: 'Gliders' })
  await core.db.platform(systemActor, async ({ trx }) => {
    await trx('lms_courses').where({ id }).update({ originalProjectId: id })
    await trx('lms_chapters').where({ id: chapterId }).update({ originId: chapterId })
  })
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  return chapterId
}
