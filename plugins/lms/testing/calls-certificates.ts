import type { Call, Calls, World } from '#core/testing/calls.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { completeCourse } from './completing.ts'
import { publishCourse } from './courses.ts'

/** Builds a call on a certificate that the organization's admin has earned, or on its course. */
const withEarnedCertificate =
  (
    call: (certificate: { id: string; courseId: string; number: string }) => Omit<Call, 'by' | 'resource'>,
    months: number | null = null,
  ) =>
  async ({ organization, platform }: World): Promise<Call> => {
    const by = await organization.signIn('tenant_admin')
    const course = await publishCourse(by, { title: 'Certified', certificateMonths: months })
    await completeCourse(platform, by, course)
    const { body } = await by.get(`/api/tenant/courses/${course.id}/certificates`)
    return { by, resource: 'certificate', ...call(body.certificates[0]) }
  }

const onCertificate = withEarnedCertificate(({ id }) => ({ params: [id], resourceId: id }))

/** Template of certificates in these tests. */
export const look = {
  heading: 'Certificate',
  statement: 'has completed',
  signatory: '',
  signatoryTitle: '',
  foot: '',
  accentColor: '#112233',
  logoUrl: '',
  signatureUrl: '',
}

/** Calls about certificates, of learners and admins. */
export const certificateCalls: Calls = {
  'GET /api/tenant/children/{studentId}/certificates': async ({ organization, platform }) => {
    const by = await organization.signIn('parent')
    const learner = await organization.signIn('student')
    const family = { userId: learner.user?.id, guardians: [by.user?.id ?? ''] }
    const { id } = await buildStudent(platform, organization, family)
    return { by, params: [id] }
  },
  'GET /api/tenant/courses/{courseId}/certificates': withEarnedCertificate(({ courseId }) => ({ params: [courseId] })),
  'POST /api/tenant/courses/{courseId}/renew': withEarnedCertificate(({ courseId }) => ({ params: [courseId] }), 1),
  'GET /api/tenant/certificates/{id}/pdf': onCertificate,
  'GET /api/tenant/certificates/{id}/credential': onCertificate,
  'POST /api/tenant/certificates/{id}/revoke': withEarnedCertificate(({ id }) => ({
    params: [id],
    resourceId: id,
    body: { reason: 'other' },
  })),
  'POST /api/tenant/certificates/{id}/reissue': withEarnedCertificate(({ id }) => ({ params: [id] })),
  'POST /verify/{number}': withEarnedCertificate(({ number }) => ({
    params: [number],
    image: Buffer.from('no certificate'),
  })),
  'GET /api/tenant/certificates/csv': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    resource: 'certificate',
  }),
  'PUT /api/tenant/certificate-template': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    resource: 'certificate-template',
    body: { ...look, prefix: 'NORTH' },
  }),
}
