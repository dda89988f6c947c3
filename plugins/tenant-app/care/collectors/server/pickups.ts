import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { isSameName, isSimilarName, namesPhone } from '../similar-names.ts'
import { barredGuardian } from './collectors.ts'

const selectPeople = statement(
  z.object({
    studentId: z.uuid(),
    name: z.string(),
    phone: z.string(),
    isBarred: z.boolean(),
    isRestricted: z.boolean(),
  }),
  `select s.id as "studentId", o.name, o.phone, o.is_barred as "isBarred",
      o.is_restricted as "isRestricted"
    from students s join tenants t on t.id = s.tenant_id cross join lateral (
      select u.first_name || ' ' || u.last_name as name, coalesce(c.phone, '') as phone, ${barredGuardian} as is_barred,
          p.is_restricted
        from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
          left join guardian_contacts c on c.tenant_id = p.tenant_id and c.user_id = p.parent_id
        where p.tenant_id = s.tenant_id and p.student_id = s.id
      union all
      select c.name, c.phone, false, false from collectors c
        where c.tenant_id = s.tenant_id and c.student_id = s.id
          and (c.valid_until is null or c.valid_until >= ($now::timestamptz at time zone t.time_zone)::date)
    ) o where s.tenant_id = $tenantId and s.id = any($studentIds::uuid[])`,
)

const selectNames = statement(
  z.object({ studentId: z.uuid(), student: z.string() }),
  `select id as "studentId", first_name as student from students
    where tenant_id = $tenantId and id = any($studentIds::uuid[])`,
)

type Person = z.infer<(typeof selectPeople)['row']>

/** The guardian who may not pick up the child and whom a typed text may be meant for. */
function findBarredPerson(text: string, people: readonly Person[]): Person | undefined {
  const barred = people.filter(({ isBarred }) => isBarred)
  const known = barred.find(({ name, phone }) => isSameName(text, name) || namesPhone(text, phone))
  if (known) return known
  if (people.some(({ name, isBarred }) => !isBarred && isSameName(text, name))) return undefined
  return barred.find(({ name }) => isSimilarName(text, name))
}

/**
 * Tells whether a person to call about a child, by name and telephone number, is a guardian who is restricted: lists of
 * people to call leave these out.
 */
export async function isRestrictedContact(
  scope: TenantScope,
  studentId: string,
  contact: { name: string; phone: string },
): Promise<boolean> {
  if (contact.name === '' && contact.phone === '') return false
  const { tenantId, core } = scope
  const people = await scope.rows(selectPeople, { tenantId, studentIds: [studentId], now: core.clock.now() })
  return people.some(
    ({ isRestricted, name, phone }) =>
      isRestricted && (isSameName(contact.name, name) || namesPhone(contact.phone, phone)),
  )
}

/** A child that was, or is to be, picked up. */
interface Pickup {
  studentId: string
  /** Text that staff typed. */
  collectedBy: string
}

/** Details of the person who picks up a child. */
export interface KnownPickup {
  /** The child's first name. */
  student: string
  /** Why the child must not be released, in words; null where nothing is known against the person. */
  refusal: string | null
  /** Set where the name is exactly that of a guardian or an authorized person whose authorization has not ended. */
  isAuthorized: boolean
}

/**
 * Looks up who picks up each child: whether the text may be meant for a guardian who may not pick it up, as its name or
 * with typing errors, and whether it names an authorized person.
 * @returns what is known, by the student's id; nothing where nobody is named
 */
export async function lookUpPickups(
  scope: TenantScope,
  pickups: readonly Pickup[],
): Promise<ReadonlyMap<string, KnownPickup>> {
  const named = pickups.filter(({ collectedBy }) => collectedBy !== '')
  if (named.length === 0) return new Map()
  const { tenantId, core } = scope
  const studentIds = named.map(({ studentId }) => studentId)
  const rows = await scope.rows(selectPeople, { tenantId, studentIds, now: core.clock.now() })
  const people = Map.groupBy(rows, ({ studentId }) => studentId)
  const names = new Map(
    (await scope.rows(selectNames, { tenantId, studentIds })).map(({ studentId, student }) => [studentId, student]),
  )
  return new Map(
    named.map(({ studentId, collectedBy }) => {
      const known = people.get(studentId) ?? []
      const student = names.get(studentId) ?? 'the child'
      const barred = findBarredPerson(collectedBy, known)
      return [
        studentId,
        {
          student,
          refusal: barred ? `${barred.name} may not pick up ${student}. Do not release ${student}.` : null,
          isAuthorized: known.some(({ name, isBarred }) => !isBarred && isSameName(collectedBy, name)),
        },
      ]
    }),
  )
}

/** Notes that a pickup was refused, or allowed all the same; by whom the child was to be picked up is in no entry. */
export async function recordPickup(
  scope: TenantScope,
  studentId: string,
  what: 'refused' | 'overridden',
): Promise<void> {
  const student = referTo('student', studentId)
  await record(scope, {
    action: `pickup.${what}`,
    category: 'security',
    severity: 'warning',
    description:
      what === 'refused'
        ? `Refused a pickup of ${student} by a person who may not pick them up`
        : `Released ${student} to a person who may not pick them up, with a reason`,
    resource: 'student',
    resourceId: studentId,
  })
}

/** Tells staff before they release a child. @returns why the pickup is refused; null where it is not @throws not-found */
export async function checkPickup(
  scope: TenantScope,
  studentId: string,
  collectedBy: string,
): Promise<{ refusal: string | null }> {
  await requireStudent(scope, studentId)
  const refusal = (await lookUpPickups(scope, [{ studentId, collectedBy }])).get(studentId)?.refusal ?? null
  if (refusal !== null) await recordPickup(scope, studentId, 'refused')
  return { refusal }
}
