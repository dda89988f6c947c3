import { systemActor } from '#core/server/identity/actor.ts'
import type { Answer, Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { hasConsent } from '../care/consents/server/has-consent.ts'
import { buildStudent } from './factories.ts'

export const photos = { title: 'Photos', body: 'We take photos and show them in our rooms.', kind: 'photo' }

export interface Family {
  organization: TestOrganization
  admin: Client
  mother: Client
  father: Client
  /** Mia's id. */
  mia: string
  /** Reads Mia's consents as a parent. */
  asked: (by: Client) => Promise<Answer>
  answer: (by: Client, consentId: string, answer: string, version?: number) => Promise<Answer>
  allowed: () => Promise<boolean>
}

/** Creates Mia with two guardians, without consents. @param father rights of his link to her */
export async function makeFamily(platform: TestPlatform, father: object = {}): Promise<Family> {
  const organization = await platform.organization()
  const [admin, mother, other] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('parent'),
    await organization.signIn('parent'),
  ]
  const guardians = [mother.user?.id ?? '', { userId: other.user?.id ?? '', ...father }]
  const { id: mia } = await buildStudent(platform, organization, { firstName: 'Mia', guardians })
  return {
    organization,
    admin,
    mother,
    father: other,
    mia,
    asked: (by) => by.get(`/api/children/${mia}/consents`),
    answer: (by, consentId, answer, version = 1) =>
      by.post(`/api/children/${mia}/consents/${consentId}`, { answer, version }),
    allowed: () => platform.core.db.tenant(organization.id, systemActor, (scope) => hasConsent(scope, mia, 'photo')),
  }
}

/** Asks for a consent for every child, as an admin. */
export async function ask(by: Client, more: object = {}): Promise<{ id: string; updatedAt: string }> {
  const { status, body } = await by.post('/api/consents', { ...photos, ...more })
  if (status !== 201) throw new Error(`Asking for a consent answered ${status}: ${JSON.stringify(body)}`)
  return body as { id: string; updatedAt: string }
}

/** Reads the rows of one table of the family's organization, the oldest first. */
export const rowsOf = (
  { core }: TestPlatform,
  { organization }: Family,
  table: string,
): Promise<Record<string, string>[]> =>
  core.db.tenant(organization.id, systemActor, ({ trx }) => trx(table).orderBy('id'))
