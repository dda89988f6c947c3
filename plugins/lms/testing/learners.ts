import type { Client, TestOrganization } from '#core/testing/harness.ts'

/** Signs in a student who takes a course. */
export async function signInLearner(organization: TestOrganization, courseId: string): Promise<Client> {
  const learner = await organization.signIn('student')
  await enroll(learner, courseId)
  return learner
}

/** Enrolls a learner. @throws if it is refused */
export async function enroll(learner: Client, courseId: string): Promise<void> {
  const { status, body } = await learner.post(`/api/tenant/courses/${courseId}/enroll`)
  if (status >= 300) throw new Error(`Enrolling answered ${status}: ${JSON.stringify(body)}`)
}
