import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { outlookOf } from '#core/server/erasure/outlook.ts'
import { countText } from '#core/server/texts.ts'
import type { ErasedKind, ErasureOutlook } from '../contract.ts'
import { listErasedTogether, lockPerson, type FoundPerson } from './person.ts'
import { isHeld } from './retention.ts'

const selectGuardiansLeft = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select u.id, u.first_name || ' ' || u.last_name as name
    from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
    where p.student_id = $id and not exists (select from parent_students o
      where o.tenant_id = p.tenant_id and o.parent_id = p.parent_id and o.student_id <> p.student_id)
    order by p.contact_order`,
)

const countLeftBehind = statement(
  z.object({ sessions: z.number(), unguarded: z.number(), consents: z.number() }),
  `select
    (select count(*) from sessions where instructor_id = $id and status = 'scheduled' and start_date > $now) as sessions,
    (select count(*) from parent_students p where p.parent_id = $id and not exists (select from parent_students o
      where o.tenant_id = p.tenant_id and o.student_id = p.student_id and o.parent_id <> p.parent_id)) as unguarded,
    (select count(distinct (consent_id, student_id)) from consent_answers
      where guardian_id = $id and answer = 'given') as consents`,
)

const HOLD_NOTE = 'The data of this student are kept for a reason. They can be erased once they are released.'

const EMERGENCY_NOTE = 'Emergency contacts stay as they are. Check those of this guardian’s children.'

const STUDENT_NOTES = [
  'Pictures and files that show this student alone are deleted. Those that show others too stay in the library without the tag, and families see none of them until a staff member reviews them again.',
  'Places in upcoming sessions go to the waitlist.',
]

const GENERAL_NOTES = [
  'Emails to this person are deleted. Texts that others wrote stay as they are: those with the name are listed below, and “Erased person” replaces it in the ones that you choose.',
  'Health data of others and the texts of consents are never changed.',
  'The audit log keeps what was done and when; entries about this person lose their texts, and entries by this person lose the name.',
  'Earlier backups keep the data until they are deleted. Restoring one erases this person again before it opens.',
]

async function notesOf(scope: TenantScope, { kind, id, role }: FoundPerson): Promise<string[]> {
  if (kind === 'collector') return GENERAL_NOTES
  if (kind === 'student') return [...((await isHeld(scope, id)) ? [HOLD_NOTE] : []), ...STUDENT_NOTES, ...GENERAL_NOTES]
  const [found] = await scope.rows(countLeftBehind, { id, now: scope.core.clock.now() })
  const { sessions, unguarded, consents } = found ?? { sessions: 0, unguarded: 0, consents: 0 }
  return [
    ...(sessions > 0 ? [`${countText(sessions, 'session')} to come will have no instructor.`] : []),
    ...(unguarded > 0 ? [`${countText(unguarded, 'child', 'children')} will have no guardian left.`] : []),
    ...(consents > 0
      ? [
          `${countText(consents, 'consent')} given by this person alone no longer count, and are asked of other guardians.`,
        ]
      : []),
    'Invoices stay as they were made out, as the law says.',
    ...(role === 'parent' ? [EMERGENCY_NOTE] : []),
    ...GENERAL_NOTES,
  ]
}

/** Previews which data an erasure deletes, and which stays for which reason. @throws not-found */
export async function showOutlook(scope: TenantScope, kind: ErasedKind, id: string): Promise<ErasureOutlook> {
  const person = await lockPerson(scope, kind, id)
  const { goes, stays } = await outlookOf(scope, await listErasedTogether(scope, person))
  return {
    kind,
    id,
    name: person.name,
    called: person.called,
    goes,
    stays,
    notes: await notesOf(scope, person),
    guardians: kind === 'student' ? await scope.rows(selectGuardiansLeft, { id }) : [],
  }
}
