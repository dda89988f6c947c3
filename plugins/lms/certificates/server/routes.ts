import { subscribe } from '#core/server/events/events.ts'
import { mount, type MountedContract } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { courseCompleted } from '../../delivery/catalog/server/events.ts'
import { childCertificatesContract } from '../children-contract.ts'
import { certificatesContract } from '../contract.ts'
import { templateContract } from '../template-contract.ts'
import { reissueCertificate, revokeCertificate } from './acts.ts'
import { listChildCertificates } from './children.ts'
import { downloadCredential, previewCertificate, printCertificate } from './documents.ts'
import { issueCertificate } from './issue-certificate.ts'
import { listCourseCertificates, exportCertificates, listCertificates } from './list-certificates.ts'
import { renewCourse } from './renew-course.ts'
import { getTemplate, setCertificateTemplate } from './template.ts'
import { findUnprintableTexts, listUnprintable } from './unprintable.ts'
import { publicRoutes } from './verifying.ts'

const certificatesRoutes = mount(certificatesContract, {
  courseCertificates: listCourseCertificates,
  renewCourse,
  certificatePdf: printCertificate,
  certificateCredential: downloadCredential,
  listCertificates,
  unprintableCertificates: listUnprintable,
  exportCertificates,
  revokeCertificate,
  reissueCertificate,
})

const templateRoutes = mount(templateContract, {
  certificateTemplate: (scope) => getTemplate(scope, scope.tenantId),
  setCertificateTemplate,
  previewCertificate,
  unprintableTemplate: findUnprintableTexts,
})

/** @param tenantApp undefined while that plugin is off */
export const certificateRoutes = (tenantApp: TenantAppServices | undefined): MountedContract[] => [
  certificatesRoutes,
  templateRoutes,
  publicRoutes(tenantApp),
  mount(childCertificatesContract, {
    childCertificates: (scope, studentId, query) => listChildCertificates(scope, studentId, query, tenantApp),
  }),
]

/** Issues the certificate in the transaction of the last lesson, so that learners do not wait for it. */
export const issuing = subscribe(courseCompleted, {
  runs: 'within',
  run: issueCertificate,
})
