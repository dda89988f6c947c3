import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { comparisonsIn, comparisonsOf } from '../../../core/testing/folds.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Files that compare texts without case by themselves, and what these are. */
const reasons: Readonly<Record<string, string>> = {
  'plugins/tenant-app/admissions/imports/server/oneroster/lines.ts': 'states of OneRoster',
  'plugins/tenant-app/admissions/imports/server/oneroster/read-manifest.ts': 'properties of OneRoster',
  'plugins/tenant-app/admissions/imports/server/oneroster/read-records.ts': 'names of columns of OneRoster',
  'plugins/tenant-app/admissions/imports/server/oneroster/read-roster.ts': 'roles of OneRoster',
  'plugins/tenant-app/admissions/imports/server/oneroster/unpack-roster.ts': 'names of files',
  'core/server/files/content-type.ts': 'names of kinds of files',
  'core/server/files/interactive/scorm.ts': 'names of files, as old systems wrote them',
  'plugins/lms/authoring/questions/server/read-markup.ts': 'names of elements',
  'cli/commands/reset-second-factor.ts': 'a subdomain, which has ASCII letters alone, and "yes"',
  'core/contract/tenancy.ts': 'names of hosts',
  'core/server/files/image-kind.ts': 'ids',
  'core/server/files/images.ts': 'ids',
  'core/server/http/json.ts': 'a header of HTTP',
  'core/server/http/origin.ts': 'names of hosts',
  'core/server/identity/guessable.ts': 'passwords, among those that are known',
  'core/server/identity/second-factor/webauthn.ts': 'names of hosts',
  'core/server/seed/synthetic.ts': 'names that it makes itself',
  'plugins/audit/server/audit-logs.ts':
    'entries, whose table a restore keeps: PostgreSQL lowers both sides; people are found folded',
  'plugins/audit/server/outsiders.ts': 'as audit-logs.ts',
  'plugins/backup/restore/server/renewal.ts': 'ids',
  'plugins/billing/subscriptions/server/subscriptions.ts': 'sorts by it',
  'plugins/lms/authoring/categories/contract.ts':
    'stored settings: twins by accents alone would lose all categories; the dialog folds',
  'plugins/lms/certificates/server/template.ts': 'ids',
  'plugins/lms/discussions/server/flags/phone.ts': 'words of its own',
  'plugins/lms/authoring/files/server/file-uses.ts': 'ids',
  'plugins/lms/authoring/questions/contract.ts': 'answers of quizzes, where an accent can be what is asked',
  'plugins/lms/authoring/questions/server/read-csv.ts': 'words of the file format',
  'plugins/lms/authoring/questions/server/read-gift.ts': 'words of the file format',
  'plugins/tenant-app/care/consents/server/consents.ts': 'sorts by it',
  'plugins/tenant-app/records/exports/server/names.ts': 'names of files, as file systems compare them',
  'plugins/tenant-app/admissions/imports/server/analysis.ts': 'ids',
  'plugins/tenant-app/base/projects/web/supplies.ts': 'words of its own',
  'plugins/tenant-app/records/reports/server/pdf.ts': 'ids',
  'plugins/tenant-app/scheduling/series/web/RepeatFields.tsx': 'names of weekdays',
  'plugins/tenant-app/portal/settings/web/AccentPreview.tsx': 'colors',
  'plugins/tenants/organizations/server/organization-list.ts': 'sorts by it',
  'plugins/tenants/organizations/web/EditOrganizationDialog.tsx': 'a subdomain, which has ASCII letters alone',
}

describe('texts that are searched and compared', () => {
  it('go through the one fold, in JavaScript and in statements', async () => {
    const found = await comparisonsOf(root)
    const files = new Set(found.map(({ file }) => file))
    expect(found.filter(({ file }) => reasons[file] === undefined)).toEqual([])
    expect(Object.keys(reasons).filter((file) => !files.has(file))).toEqual([])
  })

  it.each([
    'const isSame = one.toLowerCase() === other',
    'const isSame = one !== other?.toUpperCase()',
    'const isFound = label.toLowerCase().includes(typed)',
    'const key = label.trim().toLowerCase()\nif (seen.has(key)) refuse()',
    'const values = { search: containing(search.toLowerCase()) }',
    'const byName = statement(`select id from users where lower(name) = $name`)',
    "const conditions = ['title ilike $title']",
  ])('are found where they do not: %s', (source) => {
    expect(comparisonsIn('a.ts', source)).toHaveLength(1)
  })

  it.each([
    'const isSame = fold(one) === fold(other)',
    'const label = `Edit ${name.toLowerCase()}`',
    "const isLeft = event.key.toLowerCase() === 'a'",
    'const sorted = statement(`select id from users order by lower(name), id`)',
    'const first = statement(`select lower(s.seqs) as first from audit_seals s`)',
  ])('are left alone where nothing is compared: %s', (source) => {
    expect(comparisonsIn('a.ts', source)).toEqual([])
  })
})
