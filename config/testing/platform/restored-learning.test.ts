import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import { listCertificates, createCertified, completeCourse, signInAs } from '#plugins/lms/testing/completing.ts'
import { restoreOrganization } from '#plugins/backup/restore/server/organization.ts'
import { archiveOf, restoreOptions, rowsOf } from '#plugins/backup/restore/server/test-restores.ts'

const test = pluginTest(plugins)

test('the progress of learners is restored with their organization, and certificates stay as others saw them', async ({
  platform,
}) => {
  const { organization, admin, learner, course, certificate } = await createCertified(platform)
  const half = await signInAs(organization, 'instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const [first = ''] = course.lessons
  await completeCourse(platform, half, { id: course.id, lessons: [first] })
  const archive = await archiveOf(platform, organization.id)
  // The log of learning is append-only, and stays as it is.
  const learned = `select
      (select json_agg(json_build_array(progress, completed_at) order by user_id) from lms_enrollments
        where tenant_id = t.id) as courses,
      (select json_agg(json_build_array(lesson_id, how, completed_at) order by user_id, lesson_id)
        from lms_lesson_progress where tenant_id = t.id) as lessons
    from tenants t where t.id = '${organization.id}'`
  const before = await rowsOf(platform, learned)

  // Later changes are undone, except those that others saw: an issued certificate, and a revocation.
  await completeCourse(platform, half, course)
  const [late] = (await listCertificates(half, course.id)).certificates
  await admin.post(`/api/tenant/certificates/${certificate.id}/revoke`, { reason: 'issued-in-error' })
  await restoreOrganization(restoreOptions(platform, archive))
  expect(await rowsOf(platform, learned)).toEqual(before)
  const shown = async (number = '') => (await platform.client().get(`/verify/${number}`)).body as string
  expect(await shown(certificate.number)).toContain('Revoked certificate')
  expect(await shown(late?.number)).toContain('Valid certificate')
  // A learner who completes it again keeps the previous certificate.
  await half.signIn(half.user?.email ?? '')
  await completeCourse(platform, half, course)
  expect((await listCertificates(half, course.id)).certificates).toMatchObject([
    { number: late?.number, state: 'valid' },
  ])
  await learner.signIn(learner.user?.email ?? '')
  expect((await learner.get(`/api/tenant/courses/${course.id}`)).body).toMatchObject({ completionPercentage: 100 })

  // On another platform, which has issued certificates of its own, none is lost, and more are issued.
  const other = await openTestPlatform(plugins)
  try {
    const there = await createCertified(other)
    await restoreOrganization(restoreOptions(other, archive))
    const numbers = await rowsOf<{ number: string }>(other, 'select number from lms_certificates order by issued_at')
    expect(numbers.map(({ number }) => number)).toEqual(
      expect.arrayContaining([certificate.number, there.certificate.number]),
    )
    const next = await signInAs(there.organization, 'instructor', { firstName: 'Joan', lastName: 'Clarke' })
    await completeCourse(other, next, there.course)
    expect((await listCertificates(next, there.course.id)).certificates).toHaveLength(1)
  } finally {
    await other.close()
  }
})
