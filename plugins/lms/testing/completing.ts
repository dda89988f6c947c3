import { systemActor } from '#core/server/identity/actor.ts'
import type { Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import type { CourseCertificates } from '../certificates/contract.ts'
import { recordResults } from '../delivery/learning/server/results.ts'
import { getKind } from '../authoring/lessons/kinds/contract.ts'
import { publishCourse, type WrittenCourse } from './courses.ts'

/**
 * Completes a course of articles. These rely on their reader's word alone, so that without `isChecked` no certificate follows;
 * with it the first one counts as checked by the server.
 */
export async function completeCourse(
  platform: TestPlatform,
  learner: Client,
  { id, lessons }: Pick<WrittenCourse, 'id' | 'lessons'>,
  { isChecked = true } = {},
): Promise<void> {
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  for (const lesson of lessons) await learner.post(`/api/tenant/lessons/${lesson}/beats`, { isAtEnd: true })
  // Reading faster would be implausible.
  platform.clock.forward(60_000)
  for (const [place, lesson] of lessons.entries()) {
    const { status, body } = await learner.post(`/api/tenant/lessons/${lesson}/complete`)
    if (status !== 200) throw new Error(`Completing a lesson answered ${status}: ${JSON.stringify(body)}`)
    if (place === 0 && isChecked) {
      await platform.core.db.platform(systemActor, async ({ trx }) => {
        await trx('lmsLessonProgress').where({ lessonId: lesson, userId: learner.user?.id }).update({ how: 'checked' })
      })
    }
  }
}

/** Gives a learner all points of a quiz. */
export async function reachScore(
  platform: TestPlatform,
  { id }: TestOrganization,
  learner: Client,
  lessonId: string,
): Promise<void> {
  const kind = getKind('quiz')
  await platform.core.db.tenant(id, systemActor, async (scope) => {
    const [enrollmentId] = await scope.trx('lmsEnrollments').where({ userId: learner.user?.id }).pluck('id')
    const lesson = { lessonId, kind, details: kind.details.parse({}) }
    await recordResults(scope, lesson, [{ enrollmentId, cycle: 1, score: 100 }])
  })
}

/** Lists the caller's certificates of a course. */
export const listCertificates = async (learner: Client, courseId: string): Promise<CourseCertificates> =>
  (await learner.get(`/api/tenant/courses/${courseId}/certificates`)).body

export async function signInAs(
  organization: TestOrganization,
  role: 'instructor' | 'student',
  name: { firstName: string; lastName: string },
): Promise<Client> {
  const { email } = await organization.user(role, name)
  return organization.client().signIn(email)
}

/** Creates a learner who has just got the certificate of a course. */
export async function createCertified(
  platform: TestPlatform,
  given: Record<string, unknown> = {},
  name = { firstName: 'Ada', lastName: 'King' },
  role: 'instructor' | 'student' = 'instructor',
) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const course = await publishCourse(admin, { title: 'First Aid', audience: 'everybody', ...given })
  const learner = await signInAs(organization, role, name)
  await completeCourse(platform, learner, course)
  const [certificate] = (await listCertificates(learner, course.id)).certificates
  if (!certificate) throw new Error('The certificate was not issued')
  return { organization, admin, learner, course, certificate }
}

/** Downloads the bytes of a successful response. */
export async function downloadBytes(platform: TestPlatform, client: Client, url: string): Promise<Buffer> {
  const headers = { host: client.host, ...(client.cookie ? { cookie: client.cookie } : {}) }
  const { rawPayload, statusCode } = await platform.app.inject({ method: 'GET', url, headers })
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
  return rawPayload
}
