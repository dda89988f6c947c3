import type { Env } from '#config/env.ts'
import type { PlatformScope } from '../core.ts'
import { systemActor } from '../identity/actor.ts'
import { hashPassword, temporaryPassword, type HashedPassword } from '../identity/passwords.ts'
import { createUser } from '../identity/users.ts'
import type { Platform } from '../platform.ts'
import { record, referTo } from '../audit.ts'
import { DEMO_ADMIN } from '../tenancy/routes.ts'
import { loadDemoData } from './demo.ts'

export interface FirstStart {
  admin: { email: string; password: string; temporary: boolean }
  /** Plugins whose demo data was loaded. */
  demoData: string[]
}

// Any constant: what matters is that every process asks for the same lock.
const FIRST_START_LOCK = 7_301_994

/** People are welcomed by their first name. */
const demoName = { firstName: 'Robin', lastName: 'Keller' }
const unknownName = { firstName: 'Super', lastName: 'Admin' }

/**
 * On a platform without any super admin: creates the super admin of the environment and, in demo mode, the demo data. One
 * transaction, so that a start killed in between begins anew with the next one.
 * @returns undefined when there is a super admin already
 */
export async function firstStart({ core, parts }: Pick<Platform, 'core' | 'parts'>): Promise<FirstStart | undefined> {
  if (await core.db.platform(systemActor, hasSuperAdmin)) return undefined
  const admin = firstAdmin(core.env)
  const password = { hash: await hashPassword(admin.password) }
  return core.db.platform(systemActor, async (scope) => {
    // Two nodes may start on one new database.
    await scope.trx.raw('select pg_advisory_xact_lock(?)', [FIRST_START_LOCK])
    if (await hasSuperAdmin(scope)) return undefined
    await createSuperAdmin(scope, { ...admin, password, ...(core.env.demo ? demoName : unknownName) })
    return { admin, demoData: core.env.demo ? await loadDemoData(scope, parts) : [] }
  })
}

async function hasSuperAdmin(scope: PlatformScope): Promise<boolean> {
  return (await scope.trx('users').whereNull('tenantId').first('id')) !== undefined
}

/** The environment's super admin; the published one in demo mode; otherwise one with a temporary password. */
export function firstAdmin({ admin, demo, platformDomain }: Env): FirstStart['admin'] {
  if (demo) {
    return { email: admin.email ?? DEMO_ADMIN.email, password: admin.password ?? DEMO_ADMIN.password, temporary: false }
  }
  return {
    email: admin.email ?? (platformDomain.includes('.') ? `admin@${platformDomain}` : DEMO_ADMIN.email),
    password: admin.password ?? temporaryPassword(),
    temporary: admin.password === undefined,
  }
}

export interface NewSuperAdmin {
  email: string
  firstName: string
  lastName: string
  password: HashedPassword
  /** Expires after 7 days; the first sign-in asks for another. */
  temporary: boolean
}

/** @throws conflict when there is a super admin with this address */
export async function createSuperAdmin(scope: PlatformScope, admin: NewSuperAdmin): Promise<{ id: string }> {
  const { id } = await createUser(scope, { ...admin, tenantId: null, role: 'superadmin' })
  await record(scope, {
    action: 'user.created',
    category: 'account',
    description: `Created the super admin ${referTo('user', id)} from the command line`,
    resource: 'user',
    resourceId: id,
    after: { email: admin.email, role: 'superadmin' },
  })
  return { id }
}
