import type { SyntheticLoad } from '#core/server/seed/bulk.ts'
import type { Random } from './random.ts'
import { consentTexts } from './words.ts'

/** A student, with the guardian who decides. */
export interface SyntheticStudent {
  id: string
  guardians: readonly { id: string; name: string }[]
}

const DAY_MS = 86_400_000

const columns = {
  consents: ['id', 'tenant_id', 'kind', 'expires_after_months', 'created_at'],
  versions: ['tenant_id', 'consent_id', 'number', 'title', 'body', 'published_by', 'published_at'],
  answers: [
    'tenant_id',
    'consent_id',
    'version',
    'student_id',
    'guardian_id',
    'guardian_name',
    'answer',
    'method',
    'expires_on',
    'answered_at',
  ],
} as const

/** Copies the demo's consents, answered for four children of five: mostly given, refused by some, expired for a few. */
export async function copyConsents(
  { now, newId, copy }: SyntheticLoad,
  tenantId: string,
  students: readonly SyntheticStudent[],
  random: Random,
): Promise<void> {
  const before = (days: number) => new Date(now - days * DAY_MS).toISOString()
  const consents = consentTexts.map((text) => ({ ...text, id: newId() }))
  const rows = consents.map(({ id, kind, expiresAfterMonths: months }) => [
    id,
    tenantId,
    kind,
    months === null ? null : String(months),
    before(500),
  ])
  await copy('consents', columns.consents, rows, rows.length)
  const versions = consents.map(({ id, title, body }) => [tenantId, id, '1', title, body, 'The office', before(500)])
  await copy('consent_versions', columns.versions, versions, versions.length)
  const answers = consents.flatMap(({ id: consentId, expiresAfterMonths }) =>
    students.flatMap(({ id: studentId, guardians: [guardian] }) => {
      if (!guardian || random.chance(0.2)) return []
      const isRefused = random.chance(0.06)
      const days = random.between(1, 400)
      const expiresOn = isRefused || expiresAfterMonths === null ? null : before(days - 365).slice(0, 10)
      const said = [guardian.id, guardian.name, isRefused ? 'refused' : 'given', 'portal', expiresOn, before(days)]
      return [[tenantId, consentId, '1', studentId, ...said]]
    }),
  )
  await copy('consent_answers', columns.answers, answers, answers.length)
}
