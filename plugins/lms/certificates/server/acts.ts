import type { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import type { IssuedCertificate, newRevocation } from '../contract.ts'
import { CertificateModel } from './certificate.ts'
import { issueAgain } from './issue-certificate.ts'
import { getCertificate } from './list-certificates.ts'

/** Locks a certificate: the second of two concurrent changes sees the first one. @throws not-found */
async function lockCertificate(scope: TenantScope, id: string): Promise<CertificateModel> {
  const found = await CertificateModel.query(scope.trx).findById(id).where({ tenantId: scope.tenantId }).forUpdate()
  if (!found) throw notFound('Certificate')
  return found
}

const describeAct = ({ id, number, course }: CertificateModel, did: string) => ({
  category: 'system' as const,
  description: `${did} the certificate ${number} of the course ${course}`,
  resource: 'certificate',
  resourceId: id,
})

/** Revokes a certificate. @throws not-found, certificate.revoked (409) if it is revoked already, certificate.replaced (409) */
export async function revokeCertificate(
  scope: TenantScope,
  id: string,
  { reason, note }: z.output<typeof newRevocation>,
): Promise<IssuedCertificate> {
  const found = await lockCertificate(scope, id)
  rejectEnded(found)
  await CertificateModel.query(scope.trx)
    .findById(id)
    .patch({ revokedAt: scope.core.clock.now().toISOString(), revokedFor: reason, revocationNote: note || null })
  await record(scope, {
    ...describeAct(found, 'Revoked'),
    action: 'certificate.revoked',
    severity: 'warning',
    after: { reason, note },
  })
  return getCertificate(scope, id)
}

/**
 * Reissues a certificate under another number, with the current name and template. A revoked one can be reissued too, if it
 * was revoked in error.
 * @throws not-found, certificate.replaced (409), certificate.no-learner (409) if its learner no longer exists
 */
export async function reissueCertificate(scope: TenantScope, id: string): Promise<IssuedCertificate> {
  const found = await lockCertificate(scope, id)
  if (found.replacedAt !== null) throw newReplacedError(found)
  const made = await issueAgain(scope, found)
  if (!made) {
    throw new AppError('certificate.no-learner', 409, 'The person it was issued to is not there any more.')
  }
  await CertificateModel.query(scope.trx)
    .findById(id)
    .patch({ replacedAt: scope.core.clock.now().toISOString(), replacedBy: made.number })
  await record(scope, {
    ...describeAct(found, 'Issued anew'),
    action: 'certificate.reissued',
    after: { replacedBy: made.number },
  })
  return getCertificate(scope, made.id)
}

function rejectEnded(found: CertificateModel): void {
  if (found.replacedAt !== null) throw newReplacedError(found)
  if (found.revokedAt !== null) throw new AppError('certificate.revoked', 409, 'This certificate is revoked already.')
}

const newReplacedError = ({ replacedBy }: CertificateModel) =>
  new AppError('certificate.replaced', 409, `This certificate was replaced by ${replacedBy ?? 'another one'} already.`)
