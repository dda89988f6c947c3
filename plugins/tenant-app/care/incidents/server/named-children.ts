import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { fold } from '#core/contract/fold.ts'

const selectOtherChildren = statement(
  z.object({ firstName: z.string(), lastName: z.string() }),
  // Children of the event's other reports are included, even without a session.
  `select s.first_name as "firstName", s.last_name as "lastName" from students s
    where s.id <> $studentId and s.erased_at is null and (
      exists (select from session_participants p
        where p.tenant_id = s.tenant_id and p.student_id = s.id and p.session_id = $sessionId)
      or exists (select from incidents o
        where o.tenant_id = s.tenant_id and o.student_id = s.id and o.event_id = $eventId))
    order by s.last_name, s.first_name limit 1000`,
)

/** Minimum length of a name: 'Al' and 'Bo' count, an initial does not. */
const MIN_NAME_LENGTH = 2

interface FamilyText {
  studentId: string
  sessionId: string | null
  eventId: string
  familyText: string
}

/** Lists the other children on the roster whose first or last name is a word of the text for the family. */
export async function listNamedChildren(scope: TenantScope, { familyText, ...report }: FamilyText): Promise<string[]> {
  if (familyText === '') return []
  const words = ` ${fold(familyText)
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')} `
  const isNamed = (name: string) => {
    const folded = fold(name)
      .split(/[^\p{L}\p{N}]+/u)
      .join(' ')
      .trim()
    return folded.length >= MIN_NAME_LENGTH && words.includes(` ${folded} `)
  }
  const children = await scope.rows(selectOtherChildren, report)
  return children
    .filter(({ firstName, lastName }) => isNamed(firstName) || isNamed(lastName))
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`)
}
