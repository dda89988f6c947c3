import { createClient } from '#core/web/client.ts'
import { childCertificatesContract } from '../children-contract.ts'
import { certificatesContract } from '../contract.ts'
import { templateContract } from '../template-contract.ts'

export const certificatesApi = createClient(certificatesContract)
export const childCertificatesApi = createClient(childCertificatesContract)
export const templateApi = createClient(templateContract)

/** Queries that change when a certificate is revoked or reissued. */
export const certificateReads = [certificatesApi.listCertificates.key(), certificatesApi.courseCertificates.key()]
