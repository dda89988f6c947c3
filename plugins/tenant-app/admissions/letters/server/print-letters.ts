import { z } from 'zod'
import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { recordAll, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import { originOf } from '#core/server/tenancy/origin.ts'
import { longDate } from '#core/server/texts.ts'
import { LETTER_DAYS } from '../contract.ts'
import { drawCode, hashCode } from './letter-code.ts'

const DAY_MS = 86_400_000

/** A letter, as it is drawn. */
export interface PrintedLetter {
  child: string
  /** Address in the QR code, with the code filled in. */
  address: string
  /** Address that people type. */
  shownAddress: string
  code: string
  until: string
}

export interface LetterSheet {
  title: string
  organization: string
  accentColor: string
  createdAt: Date
  foot: string
  letters: PrintedLetter[]
}

const lettersPdf = definePdf<LetterSheet>(new URL('draw-letters.ts', import.meta.url))

// Locked in one order, so that of two who print at once the second ends the letters of the first.
const lockStudents = statement(
  z.object({ id: z.string(), name: z.string() }),
  `select id, first_name || ' ' || last_name as name from students
    where id = any ($ids::uuid[]) and is_active and erased_at is null order by id for no key update`,
)

const updateFormer = statement(
  `update invitation_letters set revoked_at = $now
    where student_id = any ($ids::uuid[]) and used_at is null and revoked_at is null`,
)

const insertLetters = statement(
  `insert into invitation_letters (student_id, code_hash, printed_by_name, printed_at, expires_at)
    select "studentId", decode(hash, 'hex'), $printedBy, $now, $until
      from jsonb_to_recordset($rows::jsonb) as r ("studentId" uuid, hash text)`,
)

const selectOrganization = statement(
  z.object({
    name: z.string(),
    subdomain: z.string(),
    timeZone: z.string(),
    accentColor: z.string().nullable(),
  }),
  `select name, subdomain, time_zone as "timeZone", branding->>'accentColor' as "accentColor"
    from tenants where id = $tenantId`,
)

/** Prints a letter for each student, in the order of their ids given. @throws not-found for students who are not active */
export async function printLetters(scope: TenantScope, studentIds: readonly string[]): Promise<FileAnswer> {
  const { core, tenantId, actor } = scope
  const now = core.clock.now()
  const until = new Date(now.getTime() + LETTER_DAYS * DAY_MS)
  const ids = [...new Set(studentIds)]
  const students = new Map((await scope.rows(lockStudents, { ids })).map(({ id, name }) => [id, name]))
  const [organization] = await scope.rows(selectOrganization, { tenantId })
  if (students.size < ids.length || !organization) throw notFound('Student')
  const letters = ids.map((studentId) => ({ studentId, code: drawCode() }))
  const printedBy = actor.user?.name ?? null
  await scope.rows(updateFormer, { ids, now })
  await scope.rows(insertLetters, {
    rows: JSON.stringify(
      letters.map(({ studentId, code }) => ({ studentId, hash: hashCode(core.env, tenantId, code).toString('hex') })),
    ),
    printedBy,
    now,
    until,
  })
  await recordAll(
    scope,
    ids.map((id) => ({
      action: 'invitation-letter.printed',
      category: 'account',
      description: `Printed an invitation letter for the family of ${referTo('student', id)}`,
      resource: 'student',
      resourceId: id,
    })),
  )
  const { name, subdomain, timeZone, accentColor } = organization
  const address = `${originOf(core.env, subdomain)}/join`
  const sheet: LetterSheet = {
    title: `Invitation letters, ${name}`,
    organization: name,
    accentColor: accentColor ?? DEFAULT_ACCENT,
    createdAt: now,
    foot: `Printed on ${longDate(now.toISOString(), timeZone)}${printedBy === null ? '' : ` by ${printedBy}`}`,
    letters: letters.map(({ studentId, code }) => ({
      child: students.get(studentId) ?? '',
      address: `${address}?code=${code}`,
      shownAddress: address.replace(/^https?:\/\//, ''),
      code: `${code.slice(0, 5)}-${code.slice(5)}`,
      until: longDate(until.toISOString(), timeZone),
    })),
  }
  return new FileAnswer('application/pdf', () => core.pdfs.make(lettersPdf, sheet), {
    'content-disposition': 'attachment; filename="letters.pdf"',
    'cache-control': 'private, no-store',
  })
}
