import { createClient } from '#core/web/client.ts'
import { certificatesContract } from '../contract.ts'
import { templateContract } from '../template-contract.ts'

export const certificatesApi = createClient(certificatesContract)
export const templateApi = createClient(templateContract)

/** What revoking one and issuing one anew shows in. */
export const certificateReads = [certificatesApi.listCertificates.key(), certificatesApi.courseCertificates.key()]
