import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import type { ConsentKind } from '../care/consents/contract.ts'
import { dayFrom, hoursAgo, insert } from './rows.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'
import type { Random } from './random.ts'
import { consentTexts } from './words.ts'

/** Days for which the demo's expiring consents are valid. */
const CONSENT_DAYS = 365

/** Seeds consents, most of them answered: given, refused by some, expired for a few. */
export async function seedConsents(
  scope: PlatformScope,
  organization: SeededOrganization,
  students: readonly SeededStudent[],
  random: Random,
): Promise<void> {
  const { id: tenantId } = organization
  const consents = consentTexts.map((text) => ({ ...text, id: randomUUID() }))
  await insert(
    scope,
    'consents',
    consents.map(({ id, kind, expiresAfterMonths }) => ({
      id,
      tenantId,
      kind,
      expiresAfterMonths,
      createdAt: hoursAgo(scope, 24 * 500),
    })),
  )
  await insert(
    scope,
    'consentVersions',
    consents.map(({ id, title, body }) => ({
      tenantId,
      consentId: id,
      number: 1,
      title,
      body,
      publishedBy: organization.staff.at(-1) ?? 'The office',
      publishedAt: hoursAgo(scope, 24 * 500),
    })),
  )
  const answers = students.flatMap((student) =>
    consents.flatMap((consent) => {
      const [guardian] = student.guardians
      const given = guardian && answerTo(consent.kind, student, random)
      if (!given) return []
      const days = given === 'expired' ? CONSENT_DAYS + random.between(3, 60) : random.between(20, CONSENT_DAYS - 40)
      const isPaper = random.chance(0.15)
      return {
        tenantId,
        consentId: consent.id,
        version: 1,
        studentId: student.id,
        guardianId: guardian.id,
        guardianName: guardian.name,
        answer: given === 'refused' ? 'refused' : 'given',
        method: isPaper ? 'paper' : 'portal',
        recordedBy: isPaper ? (organization.staff.at(-1) ?? 'The office') : null,
        expiresOn:
          given !== 'refused' && consent.expiresAfterMonths ? dayFrom(organization.today, CONSENT_DAYS - days) : null,
        answeredAt: hoursAgo(scope, 24 * days),
      }
    }),
  )
  await insert(scope, 'consentAnswers', answers)
}

/** Answers a consent: a child with an account has consent to it; other answers are random. */
function answerTo(
  kind: ConsentKind,
  { hasAccount }: SeededStudent,
  random: Random,
): 'given' | 'refused' | 'expired' | undefined {
  if (kind === 'account') return hasAccount ? 'given' : undefined
  return random.one([...Array.from({ length: 12 }, () => 'given' as const), 'refused', 'refused', 'expired', undefined])
}
