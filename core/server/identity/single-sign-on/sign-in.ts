import { z } from 'zod'
import type { SsoOutcome } from '#core/contract/single-sign-on.ts'
import { record } from '../../audit.ts'
import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { seal } from '../../secrets.ts'
import { beginSecondStep, type SecondStepBegun } from '../second-factor/begin.ts'
import { issueChallenge } from '../second-factor/challenges.ts'
import { maySignIn, openSession, refuseClosed, startSession, type SignedIn } from '../sign-in.ts'
import type { Account } from '../users.ts'
import { findAccount, findIdentified, isStillLinked, noteUse, type Found } from './find-account.ts'
import { SsoEnd, type Answered } from './flow.ts'
import { vouched } from './person.ts'

/** Sign-in that fits several organizations; sealed in the row that the browser's cookie names. */
export const openChoice = z.object({
  providerId: z.string(),
  person: vouched,
  next: z.string().optional(),
  organizations: z.array(z.object({ tenantId: z.string().nullable(), tenantName: z.string() })),
})

/** Signs in whom a provider has vouched for. @returns the path to go on to @throws SsoEnd */
export async function enter(core: Core, http: Http, answered: Answered): Promise<string> {
  const { next } = answered
  const found = await find(core, http, answered)
  if ('outcome' in found) {
    await recordRefused(core, http, answered, found.outcome)
    throw new SsoEnd(found.outcome)
  }
  if ('choices' in found) {
    const { provider, person } = answered
    const kept = { providerId: provider.id, person, organizations: found.choices, ...(next && { next }) }
    const token = await core.db.platform(http.actor, (scope) =>
      issueChallenge(
        scope,
        { purpose: 'sso-choice', host: http.host },
        seal(core.env.sessionKey, JSON.stringify(kept)),
      ),
    )
    http.request.session.set('sso', token)
    return signInPage('choose', next)
  }
  const outcome = await admit(core, http, answered, found)
  if ('secondStep' in outcome) {
    http.request.session.set('secondStep', outcome.secondStep)
    return `${signInPage('second-step', next)}&methods=${outcome.methods.join(',')}`
  }
  await startSession(core, http, outcome)
  return next ?? '/'
}

/** Returns the path of the sign-in page that explains an outcome. */
export const signInPage = (outcome: SsoOutcome, next?: string) =>
  `/auth?${new URLSearchParams({ sso: outcome, ...(next && { next }) }).toString()}`

/** Finds an account that the identity opens, which is linked already mostly: that needs no lock. */
async function find(core: Core, http: Http, { provider, person, destination }: Answered): Promise<Found> {
  try {
    return await core.db.platform(http.actor, async (scope) => {
      const identified = await findIdentified(scope, provider, person, destination)
      const [account] = identified
      const isSettled = provider.tenantId !== null || destination !== undefined
      if (account?.isActive && isSettled) return { account, identityId: account.identityId }
      if ((await core.settings.hold()) !== null) return { outcome: 'unavailable' }
      if (!http.tenant?.readOnly) return findAccount(scope, provider, person, destination)
      // An account that is there can be linked; one more would be a change.
      const found = await findAccount(scope, { ...provider, defaultRole: null }, person, destination)
      const isWanted = provider.defaultRole !== null && 'outcome' in found && found.outcome === 'no-account'
      return isWanted ? { outcome: 'read-only' } : found
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { outcome: error.code === 'plan.limit' ? 'plan' : 'failed' }
  }
}

/** @throws SsoEnd where the account or its organization is closed to this way of signing in */
async function admit(
  core: Core,
  http: Http,
  { provider, person }: Answered,
  { account, identityId }: { account: Account; identityId: string },
): Promise<SignedIn | SecondStepBegun> {
  const { host, actor } = http
  if (!maySignIn(account, host)) throw new SsoEnd('deactivated')
  try {
    // The provider has confirmed the address that the account was linked by.
    await refuseClosed(core, actor, { ...account, emailVerified: true }, provider.id)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new SsoEnd(error.code === 'identity.sso-only' ? 'only-way' : 'closed', error)
  }
  const isTrusted = person.factors.some((factor) => provider.trustedFactors.includes(factor))
  return core.db.platform<SignedIn | SecondStepBegun>(actor, async (scope) => {
    if (!(await isStillLinked(scope, identityId))) throw new SsoEnd('unavailable')
    await noteUse(scope, identityId, person)
    const { session } = person
    return account.secondFactor === 'on' && !isTrusted
      ? beginSecondStep(scope, host, account, { providerId: provider.id, identityId, session })
      : openSession(scope, host, account.id, 'sso', { sso: { identityId, session } })
  })
}

async function recordRefused(core: Core, http: Http, { provider }: Answered, reason: string): Promise<void> {
  await core.db.platform(http.actor, (scope) =>
    record(scope, {
      action: 'sso.refused',
      category: 'auth',
      severity: 'warning',
      description: `Sign-in with ${provider.name} refused`,
      resource: 'user',
      tenantId: provider.tenantId,
      metadata: { providerId: provider.id, reason },
      success: false,
      errorMessage: reason,
    }),
  )
}
