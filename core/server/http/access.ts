import type { FastifyRequest } from 'fastify'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { MAKER_HEADER, OTHER_USER_CODE } from '#core/contract/identity.ts'
import { isAmong } from '#core/contract/roles.ts'
import { openTenantStatuses } from '#core/contract/tenancy.ts'
import type { Core } from '../core.ts'
import { refuseLacking } from '../entitlements.ts'
import { AppError, forbidden, notFound, unauthenticated } from '../errors.ts'
import { refuseUnconfirmed } from '../identity/second-factor/require-confirmation.ts'
import { refuseUnknownToken, refuseWithoutScope } from './bearer.ts'
import { contextOf, type RequestContext } from './context.ts'

const SUSPENDED = 'This organization is suspended'

type Guarded = Pick<EndpointSpec, 'access' | 'method' | 'path'>

/** Admits or refuses the caller before the body is read. Sets `request.context` for the handler. */
export function admission(core: Core, guarded: Guarded) {
  return async (request: FastifyRequest): Promise<void> => {
    refuseUnknownToken(core, request)
    request.context = await contextOf(core, request)
    refuseOtherUser(request)
    await authorize(core, request.context, guarded)
  }
}

/**
 * Refuses what a device kept for one user and sends in the session of another, as two tabs of one browser would.
 * @throws identity.other-user 409
 */
function refuseOtherUser({ headers, context: { session } }: FastifyRequest): void {
  const madeBy = headers[MAKER_HEADER]
  if (madeBy === undefined || !session || session.user.id === madeBy) return
  throw new AppError(OTHER_USER_CODE, 409, 'Another user is signed in on this device. Sign in again to send this.')
}

/**
 * Checks that this caller may call this endpoint on this host. The one place that decides.
 * @throws not-found 404 on the wrong host, unauthenticated 401, forbidden 403, identity.change-password 403,
 *   identity.set-up-second-factor 403, identity.confirm 403, maintenance 503, tenant.suspended 403,
 *   subscription.read-only 403, plan.lacks 403; by an API token api-tokens.off, api-token.session-only and
 *   api-token.scope 403
 */
async function authorize(core: Core, context: RequestContext, guarded: Guarded): Promise<void> {
  const { access, method } = guarded
  const { host, tenant, session } = context
  if (access.hosts !== 'both' && access.hosts !== host.app) throw notFound('Address')
  const user = session?.user
  if (!access.duringMaintenance) await refuseWhileHeld(core, user?.role === 'superadmin' && method === 'GET')
  if (!access.duringMaintenance && user?.role !== 'superadmin') {
    const settings = await core.settings.current()
    if (settings.enableMaintenanceMode) throw new AppError('maintenance', 503, settings.maintenanceMessage)
  }
  if (host.app === 'tenant' && access.scope !== 'none' && !tenant) throw notFound('Organization')
  if (session) refuseWithoutScope(session, guarded)
  if (access.who === 'anyone') return
  if (access.who === 'device') {
    if (!tenant || context.actor.deviceToken === undefined) throw unauthenticated()
    if (!openTenantStatuses.has(tenant.status)) throw new AppError('tenant.suspended', 403, SUSPENDED)
    return
  }
  if (!session || !user) throw unauthenticated()
  if (tenant && user.tenantId !== null && user.tenantId !== tenant.id) {
    await recordRefusal(core, context, 'the person belongs to another organization')
    throw forbidden("You don't have access to this organization.")
  }
  if (tenant && !openTenantStatuses.has(tenant.status) && user.role !== 'superadmin') {
    await recordRefusal(core, context, `the organization is ${tenant.status}`)
    throw new AppError('tenant.suspended', 403, SUSPENDED)
  }
  if (user.mustChangePassword && !access.beforePasswordChange) {
    throw new AppError('identity.change-password', 403, 'Please choose a new password first')
  }
  if (user.secondFactor === 'required' && !access.beforeSecondFactor) {
    throw new AppError('identity.set-up-second-factor', 403, 'Please set up two-step verification first')
  }
  if (access.who !== 'signed-in' && !isAmong(access.who, host.app, user.role)) {
    await recordRefusal(core, context, 'the role does not allow it')
    throw forbidden()
  }
  if (access.recentlyConfirmed) refuseUnconfirmed(core.clock, session.confirmedAt)
  if (isOfOrganization(access) && method !== 'GET' && !access.whileReadOnly) refuseReadOnly(context)
  if (access.needs && !access.needsByHandler) await refuseLacking(core, context, access.needs)
}

const isOfOrganization = ({ scope }: EndpointSpec['access']) => scope === 'tenant' || scope === 'host'

/**
 * Decides what `authorize` could not without the body: whether a read-only organization may still make this change.
 * @throws subscription.read-only 403
 */
export function refuseBodyWhileReadOnly(context: RequestContext, { access }: Guarded, body: unknown): void {
  const { whileReadOnly } = access
  if (!isOfOrganization(access) || typeof whileReadOnly !== 'object') return
  if (!whileReadOnly.safeParse(body).success) refuseReadOnly(context)
}

/** @throws maintenance 503 */
async function refuseWhileHeld(core: Core, mayLook: boolean): Promise<void> {
  const message = await core.settings.hold()
  if (message !== null && !mayLook) throw new AppError('maintenance', 503, message)
}

/**
 * Refuses changes by an organization whose subscription is unpaid, paused or canceled: it can read and export; super
 * admins can still change it. Endpoints that open their own scope and write for an organization call it themselves.
 * @throws subscription.read-only 403
 */
export function refuseReadOnly({ tenant, session }: RequestContext): void {
  if (session?.user.role === 'superadmin') return
  if (tenant?.readOnly ?? session?.tenantReadOnly) {
    throw new AppError(
      'subscription.read-only',
      403,
      'This organization is read-only until its subscription is in order. Nothing has been deleted.',
    )
  }
}

async function recordRefusal(core: Core, { actor }: RequestContext, reason: string): Promise<void> {
  await core.refusals.record(actor, reason)
}

/** True if a call whose scope follows the host is about the platform itself. */
export function isOfPlatform({ host, session }: RequestContext): boolean {
  return host.app === 'platform' && session?.user.role === 'superadmin'
}

/** The organization that a call is about: the host's, or on the platform's host the caller's own. @throws forbidden */
export function tenantFor({ tenant, session }: RequestContext): string {
  const id = tenant?.id ?? session?.user.tenantId
  if (!id) throw forbidden('Open the organization on its own address')
  return id
}
