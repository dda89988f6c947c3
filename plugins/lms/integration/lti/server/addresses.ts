import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { originOf } from '#core/server/tenancy/origin.ts'

/** Addresses of an organization as a platform of LTI; its issuer is the origin of its pages. */
export interface LtiAddresses {
  issuer: string
  authorization: string
  token: string
  keys: string
  deepLinkReturn: string
}

const selectSubdomain = statement(
  z.object({ subdomain: z.string() }),
  'select subdomain from tenants where id = $tenantId',
)

export const LTI_PATHS = {
  authorization: '/api/lti/authorize',
  token: '/api/lti/token',
  keys: '/api/lti/keys',
  deepLinkReturn: '/api/lti/choices',
} as const

/** Reads the addresses of the scope's organization. */
export async function readAddresses(scope: TenantScope): Promise<LtiAddresses> {
  const [found] = await scope.rows(selectSubdomain, { tenantId: scope.tenantId })
  const issuer = originOf(scope.core.env, found?.subdomain ?? '')
  return {
    issuer,
    authorization: issuer + LTI_PATHS.authorization,
    token: issuer + LTI_PATHS.token,
    keys: issuer + LTI_PATHS.keys,
    deepLinkReturn: issuer + LTI_PATHS.deepLinkReturn,
  }
}

export const getCourseUrl = ({ issuer }: LtiAddresses, courseId: string): string =>
  `${issuer}/api/lti/courses/${courseId}`

export const getLineItemUrl = (addresses: LtiAddresses, courseId: string, lessonId: string): string =>
  `${getCourseUrl(addresses, courseId)}/line-items/${lessonId}`
