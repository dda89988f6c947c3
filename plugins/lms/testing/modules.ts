import { systemActor } from '#core/server/identity/actor.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import { publishCourse } from './courses.ts'

/** Creates a module of a project in a course built from training, which a learner takes. @returns its id */
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
