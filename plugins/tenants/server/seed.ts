import type { Role } from '#core/contract/roles.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { hashPassword } from '#core/server/identity/passwords.ts'
import { DEMO_PASSWORD, demoName, demoOrganizations, type DemoOrganization } from './demo.ts'
import { transliterate } from '#core/contract/transliteration.ts'

const DAY = 86_400_000

/**
 * Organizations with their people, whose password is `trellis-demo`. Plugins that seed after this one find them in
 * `tenants` and `users`.
 */
export async function seedOrganizations(scope: PlatformScope): Promise<void> {
  const now = scope.core.clock.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * DAY).toISOString()
  const tenantIds = await insertTenants(scope, daysAgo)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const rows = people().map(({ organization, ...person }, index) => ({
    ...person,
    tenantId: tenantIds.get(organization.subdomain),
    passwordHash,
    // One in twelve has left, and one in seven has not signed in yet.
    isActive: person.role === 'tenant_admin' || index % 12 !== 5,
    lastLoginAt: index % 7 === 3 ? null : daysAgo(((index * 13) % 28) * Math.min(1, organization.age / 40) + 0.2),
    createdAt: daysAgo(person.role === 'tenant_admin' ? organization.age : organization.age * (1 - (index % 9) / 12)),
  }))
  await scope.trx('users').insert(rows)
  for (const id of tenantIds.values()) await scope.core.invalidations.announce(scope, 'tenant', id)
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
      suspensionReason: status === 'suspended' ? 'Two invoices unpaid after three reminders' : null,
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
