import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { buildStudent } from './factories.ts'

/** Moves the clock forward to an instant. */
export const moveTo = ({ clock }: TestPlatform, moment: string) =>
  clock.forward(Math.max(0, Date.parse(moment) - clock.now().getTime()))

/** Audience rule for the whole organization. */
export const everyone = { any: [{ kind: 'organization' as const }] }

/** Lists the announcements and urgent messages that were emailed. */
export const emails = ({ databaseUrl }: TestPlatform, { id }: TestOrganization) =>
  query<{ recipient: string; subject: string; body: string; class: string }>(
    databaseUrl,
    `select recipient, subject, body, class from mail_messages
      where tenant_id = '${id}' and class in ('news', 'urgent') order by id`,
  )

/** Moves to 5 PM UTC of the next day: about noon in the organization. */
const nextNoon = ({ clock }: TestPlatform) => {
  const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  return `${tomorrow}T17:00:00Z`
}

/** Builds a guardian of two children, at noon in the organization. */
export async function buildFamily(platform: TestPlatform, moment = nextNoon(platform)) {
  moveTo(platform, moment)
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/tenant/settings', { timeZone: 'America/New_York' })
  const parent = await organization.signIn('parent')
  const parentId = parent.user?.id ?? ''
  const ava = await buildStudent(platform, organization, { firstName: 'Ava', guardians: [parentId] })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben', guardians: [parentId] })
  return { organization, admin, parent, ava, ben }
}
