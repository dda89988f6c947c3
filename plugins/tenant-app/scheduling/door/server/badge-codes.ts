import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

/** Letters without vowels, so that no code is a word. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 4

const drawCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

// Siblings at two doors, of whom each would get a code of its own.
const lock = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.badge-codes:' || $tenantId || $day, 0))`,
)

const selectCodes = statement(
  z.object({ studentId: z.uuid(), code: z.string() }),
  'select student_id as "studentId", code from badge_codes where day = $day::date',
)

const selectSiblings = statement(
  z.object({ studentId: z.uuid(), siblingId: z.uuid() }),
  `select distinct p.student_id as "studentId", o.student_id as "siblingId" from parent_students p
      join parent_students o on o.tenant_id = p.tenant_id and o.parent_id = p.parent_id and o.student_id <> p.student_id
    where p.student_id = any($studentIds::uuid[]) order by 1, 2`,
)

const insertCodes = statement(
  `insert into badge_codes (day, student_id, code) select $day::date, "studentId", code
    from jsonb_to_recordset($codes::jsonb) as c ("studentId" uuid, code text)`,
)

function drawFreeCode(taken: ReadonlySet<string>): string {
  let code = drawCode()
  while (taken.has(code)) code = drawCode()
  return code
}

/**
 * Gives each child the code of a day that its badge has: the one that it has already, else that of a sibling, else a free
 * one.
 */
export async function giveBadgeCodes(
  scope: TenantScope,
  day: string,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  await scope.rows(lock, { tenantId: scope.tenantId, day })
  const codes = new Map((await scope.rows(selectCodes, { day })).map(({ studentId, code }) => [studentId, code]))
  const siblings = Map.groupBy(await scope.rows(selectSiblings, { studentIds }), ({ studentId }) => studentId)
  const taken = new Set(codes.values())
  const given: { studentId: string; code: string }[] = []
  for (const studentId of studentIds) {
    if (codes.has(studentId)) continue
    const ofSibling = (siblings.get(studentId) ?? []).map(({ siblingId }) => codes.get(siblingId)).find(Boolean)
    const code = ofSibling ?? drawFreeCode(taken)
    taken.add(code)
    codes.set(studentId, code)
    given.push({ studentId, code })
  }
  if (given.length > 0) await scope.rows(insertCodes, { day, codes: JSON.stringify(given) })
  return codes
}
