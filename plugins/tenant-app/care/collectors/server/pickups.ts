import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import type { OtherAdult } from '../contract.ts'
import { judgePickup, type PickupJudgement } from '../judge-pickup-contract.ts'
import { isSameName, namesPhone } from '../similar-names-contract.ts'
import { listPickupPeople, pickupPeopleOf } from './pickup-people.ts'

const selectNames = statement(
  z.object({ studentId: z.uuid(), student: z.string() }),
  `select id as "studentId", first_name as student from students
    where tenant_id = $tenantId and id = any($studentIds::uuid[])`,
)

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
  const { barred } = await pickupPeopleOf(scope, studentId)
  return barred.some(
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
  /** `allowed` where the name is exactly that of a guardian or an authorized person whose authorization has not ended. */
  verdict: PickupJudgement['verdict']
  /** Name of a barred person with whom an allowed or unlisted one shares a name. */
  resembles: string | null
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
  const studentIds = named.map(({ studentId }) => studentId)
  const people = await listPickupPeople(scope, studentIds)
  const names = new Map(
    (await scope.rows(selectNames, { tenantId: scope.tenantId, studentIds })).map(({ studentId, student }) => [
      studentId,
      student,
    ]),
  )
  return new Map(
    named.map(({ studentId, collectedBy }) => {
      const student = names.get(studentId) ?? 'the child'
      const { verdict, barred } = judgePickup(collectedBy, people.get(studentId) ?? { allowed: [], barred: [] })
      const refusal =
        verdict === 'barred' ? `${barred?.name} may not pick up ${student}. Do not release ${student}.` : null
      return [studentId, { student, refusal, verdict, resembles: verdict === 'barred' ? null : (barred?.name ?? null) }]
    }),
  )
}

/** Records a release to another adult. Who picked up the child is in no entry: a typed name leads to no person. */
export async function recordOtherAdult(
  scope: TenantScope,
  studentId: string,
  metadata: Partial<OtherAdult> & { sessionId: string },
): Promise<void> {
  await record(scope, {
    action: 'pickup.other-adult',
    category: 'security',
    severity: 'warning',
    description: `Released ${referTo('student', studentId)} to an adult who is not authorized, whose ID was seen`,
    resource: 'student',
    resourceId: studentId,
    metadata,
  })
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
): Promise<Pick<KnownPickup, 'refusal' | 'verdict' | 'resembles'>> {
  await requireStudent(scope, studentId)
  const known = (await lookUpPickups(scope, [{ studentId, collectedBy }])).get(studentId)
  if (!known) return { refusal: null, verdict: 'unlisted', resembles: null }
  const { refusal, verdict, resembles } = known
  if (refusal !== null) await recordPickup(scope, studentId, 'refused')
  return { refusal, verdict, resembles }
}
