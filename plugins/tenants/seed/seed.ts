import type { Role } from '#core/contract/roles.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { hashPassword } from '#core/server/identity/passwords.ts'
import { DEMO_PASSWORD, demoName, demoOrganizations, type DemoOrganization } from './demo.ts'
import { transliterate } from '#core/contract/transliteration.ts'

const DAY_MS = 86_400_000

/**
 * Organizations with their people, whose password is `trellis-demo`. Plugins that seed after this one find them in
 * `tenants` and `users`.
 * @returns those whose staff is to be as many as their plan allows
 */
export async function seedOrganizations(scope: PlatformScope): Promise<{ outgrown: string[] }> {
  const now = scope.core.clock.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString()
  const tenantIds = await insertTenants(scope, daysAgo)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const rows = people().map(({ organization, ...person }, index) => ({
    ...person,
    tenantId: tenantIds.get(organization.subdomain),
    passwordHash,
    // One in twelve has left, and one in seven has not signed in yet.
    isActive: person.role === 'tenant_admin' || index % 12 !== 5,
    lastLoginAt: index % 7 === 3 && person.role !== 'tenant_admin' ? null : daysAgo(lastSeen(organization, index)),
    createdAt: daysAgo(daysSinceJoined(organization, person.role, index)),
  }))
  await scope.trx('users').insert(rows)
  for (const id of tenantIds.values()) await scope.core.invalidations.announce(scope, 'tenant', id)
  return {
    outgrown: demoOrganizations.flatMap(({ subdomain, hasOutgrown }) => {
      const id = tenantIds.get(subdomain)
      return hasOutgrown && id ? [id] : []
    }),
  }
}

/** Days since a user's account was created: the admin's with the organization, the others' before the last sign-in. */
function daysSinceJoined({ age, awayFor = 0 }: DemoOrganization, role: Role, index: number): number {
  return role === 'tenant_admin' ? age : age - (age - awayFor) * ((index % 9) / 12)
}

/** Days since a user last signed in: within the last quarter of the time in which the organization was in use. */
function lastSeen({ age, awayFor = 0 }: DemoOrganization, index: number): number {
  return awayFor + Math.min(28, (age - awayFor) / 4) * (((index * 13) % 28) / 28) + 0.2
}

/** @returns ids by subdomain */
async function insertTenants(
  scope: PlatformScope,
  daysAgo: (days: number) => string,
): Promise<ReadonlyMap<string, string>> {
  const inserted: { id: string; subdomain: string }[] = await scope.trx('tenants').insert(
    demoOrganizations.map(({ name, subdomain, plan, status, age, timeZone, accentColor }) => ({
      name,
      subdomain,
      plan,
      status,
      timeZone,
      adminEmail: adminEmail(subdomain),
      branding: JSON.stringify(accentColor ? { accentColor } : {}),
      statusBeforeSuspension: status === 'suspended' ? 'active' : null,
      suspensionReason: status === 'suspended' ? 'Two invoices unpaid' : null,
      createdAt: daysAgo(age),
      updatedAt: daysAgo(age / 3),
    })),
    ['id', 'subdomain'],
  )
  return new Map(inserted.map(({ id, subdomain }) => [subdomain, id]))
}

const adminEmail = (subdomain: string) => `admin@${subdomain}.example`

interface Person {
  organization: DemoOrganization
  role: Role
  firstName: string
  lastName: string
  email: string
  username: string
}

function people(): Person[] {
  const everyone: Person[] = []
  const add = (organization: DemoOrganization, role: Role) => {
    const name = demoName(everyone.length)
    const username = `${transliterate(name.firstName)}.${transliterate(name.lastName)}`
    const email =
      role === 'tenant_admin' ? adminEmail(organization.subdomain) : `${username}@${organization.subdomain}.example`
    everyone.push({ organization, role, ...name, email, username })
  }
  for (const organization of demoOrganizations) {
    add(organization, 'tenant_admin')
    for (let i = 0; i < organization.instructors; i++) add(organization, 'instructor')
    for (let i = 0; i < organization.parents; i++) add(organization, 'parent')
    for (let i = 0; i < organization.students; i++) add(organization, 'student')
  }
  return everyone
}
