import { subscribe } from '#core/server/events/events.ts'
import { mount, type MountedContract } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/server/plugin.ts'
import { courseCompleted } from '../../catalog/server/events.ts'
import { certificatesContract } from '../contract.ts'
import { templateContract } from '../template-contract.ts'
import { reissueCertificate, revokeCertificate } from './acts.ts'
import { downloadCredential, previewCertificate, printCertificate } from './documents.ts'
import { issueCertificate } from './issuing.ts'
import { courseCertificates, exportCertificates, listCertificates } from './reading.ts'
import { renewCourse } from './renewing.ts'
import { certificateTemplate, setCertificateTemplate } from './template.ts'
import { publicRoutes } from './verifying.ts'

const certificatesRoutes = mount(certificatesContract, {
  courseCertificates: (scope, { params }) => courseCertificates(scope, params.courseId),
  renewCourse: (scope, { params }) => renewCourse(scope, params.courseId),
  certificatePdf: (scope, { params }) => printCertificate(scope, params.id),
  certificateCredential: (scope, { params }) => downloadCredential(scope, params.id),
  listCertificates: (scope, { query }) => listCertificates(scope, query),
  exportCertificates: (scope, { query }) => exportCertificates(scope, query),
  revokeCertificate: (scope, { params, body }) => revokeCertificate(scope, params.id, body),
  reissueCertificate: (scope, { params }) => reissueCertificate(scope, params.id),
})

const templateRoutes = mount(templateContract, {
  certificateTemplate: (scope) => certificateTemplate(scope, scope.tenantId),
  setCertificateTemplate: (scope, { body }) => setCertificateTemplate(scope, body),
  previewCertificate: (scope, { query }) => previewCertificate(scope, query),
})

/** @param tenantApp undefined where that plugin is off */
export const certificateRoutes = (tenantApp: TenantAppServices | undefined): MountedContract[] => [
  certificatesRoutes,
  templateRoutes,
  publicRoutes(tenantApp),
]

/** With the last lesson, in its transaction: nobody has completed a course and waits for the certificate. */
export const issuing = subscribe(courseCompleted, {
  runs: 'within',
  run: issueCertificate,
})
