import { z } from 'zod'
import type { Host } from '#core/contract/tenancy.ts'
import { record } from '../audit.ts'
import type { Core } from '../core.ts'
import type { RequestContext } from '../http/context.ts'
import { defineJob } from '../jobs/jobs.ts'
import { mailVerification } from './email-verification.ts'
import { mailPasswordReset } from './password-reset.ts'
import { triedAddress } from './refused-tries.ts'
import { accountsByEmail } from './users.ts'

const kinds = {
  password: { action: 'auth.password-reset-requested', description: 'Asked for a new password' },
  verification: { action: 'auth.email-verification-requested', description: 'Asked for a link to verify an address' },
} as const

/**
 * Has links emailed to every account with the address that may sign in on this host. The request itself only sends a job,
 * so neither the answer nor its time reveals whether there is such an account.
 */
export async function requestLinks(
  core: Core,
  { host, tenant, actor }: Pick<RequestContext, 'host' | 'tenant' | 'actor'>,
  kind: keyof typeof kinds,
  email: string,
): Promise<void> {
  const { ipAddress, userAgent, requestId } = actor
  const subdomain = host.app === 'tenant' ? host.subdomain : null
  await core.db.platform(actor, async (scope) => {
    await core.jobs.send(scope, mailLinks, { kind, email, subdomain, ipAddress, userAgent, requestId })
    await record(scope, {
      ...kinds[kind],
      category: 'security',
      resource: 'user',
      tenantId: tenant?.id ?? null,
      ...(await triedAddress(scope, email, tenant?.id ?? null)),
    })
  })
}

export const mailLinks = defineJob({
  name: 'identity.mail-links',
  scope: 'none',
  payload: z.object({
    kind: z.enum(['password', 'verification']),
    email: z.string(),
    subdomain: z.string().nullable(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
  }),
  run: async (core, { kind, email, subdomain, ...from }, attempt) => {
    const host: Host = subdomain === null ? { app: 'platform' } : { app: 'tenant', subdomain }
    await core.db.platform({ user: null, sessionId: null, ...from }, async (scope) => {
      for (const account of await accountsByEmail(scope, email, host)) {
        if (kind === 'password') await mailPasswordReset(scope, account)
        else if (!account.emailVerified) await mailVerification(scope, account)
      }
      await attempt.complete(scope)
    })
  },
})
