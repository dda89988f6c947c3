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
 * Reports whether an emergency contact, by name and telephone number, is a restricted guardian: lists of people to call omit
 * these.
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

/** A past or planned pickup of a child. */
interface Pickup {
  studentId: string
  /** Name as typed by staff. */
  collectedBy: string
}

/** Details of the person who picks up a child. */
export interface KnownPickup {
  /** First name of the child. */
  student: string
  /** Message why the child must not be released; null without a reason. */
  refusal: string | null
  /** `allowed` if the name is exactly that of a guardian or an authorized person whose authorization has not ended. */
  verdict: PickupJudgement['verdict']
  /** Name of a barred person who shares a name with the allowed or unlisted one. */
  resembles: string | null
}

/**
 * Looks up the person who picks up each child: whether the text may mean a guardian who may not, by name or despite typing
 * errors, and whether it names an authorized person.
 * @returns results by the student's id; none for an empty name
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

/** Records a release to another adult. The entry omits who picked up the child: a typed name identifies no person. */
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

/** Records a pickup that a device without a connection recorded and the server would have refused; the entry omits by whom. */
export async function recordFlaggedPickup(
  scope: TenantScope,
  studentId: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  await record(scope, {
    action: 'pickup.flagged',
    category: 'security',
    severity: 'warning',
    description: `Recorded a pickup of ${referTo('student', studentId)} that would have been refused, without a connection`,
    resource: 'student',
    resourceId: studentId,
    metadata,
  })
}

/** Records that a pickup was refused, or allowed by an override; the entry omits who was to pick up the child. */
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

/** Checks a pickup before staff release a child. @returns the reason of a refusal; null without one @throws not-found */
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
