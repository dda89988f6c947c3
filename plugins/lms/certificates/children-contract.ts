import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { learners } from '../delivery/catalog/contract.ts'
import { certificate } from './contract.ts'

export const childCertificate = certificate.pick({
  id: true,
  number: true,
  state: true,
  course: true,
  issuedAt: true,
  expiresAt: true,
  verifyUrl: true,
})
export type ChildCertificate = z.infer<typeof childCertificate>

export const childCertificatesContract = {
  childCertificates: endpoint({
    method: 'GET',
    path: '/api/tenant/children/{studentId}/certificates',
    summary: 'Certificates of a child of the caller that were not replaced, the newest first',
    access: { ...learners, who: ['parent'] },
    params: z.object({ studentId: id }),
    query: pagingQuery,
    response: z.array(childCertificate),
  }),
} as const
