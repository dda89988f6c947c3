import type { TenantScope } from '#core/server/core.ts'
import type { IdKind, OtherAdult } from '../contract.ts'
import { lookUpPickups, recordOtherAdult, recordPickup, type KnownPickup } from './pickups.ts'
import { reportPickups, type UnusualPickup } from './report-pickups.ts'

/** A child's mark in the attendance of a session, with whom it leaves. */
interface Leaving {
  studentId: string
  collectedBy: string
  leftAt: string | null
  note: string
  /** Why an admin releases the child to a person who may not pick it up; empty where there is no reason. */
  override: string
  otherAdult: OtherAdult | null
}

interface PickupDecisions {
  /** The words for each student whose pickup is refused. */
  refused: ReadonlyMap<string, string>
  /** Notes with why the child was released, by the student's id. */
  notes: ReadonlyMap<string, string>
}

/** Characters of a note. */
const MAX_NOTE_LENGTH = 500

/** In a sentence, before 'seen'. */
const idNames: Record<IdKind, string> = {
  'drivers-license': 'Driver’s license',
  passport: 'Passport',
  'government-id': 'Government ID',
  other: 'Other ID',
}

/** A note with why the child was released, which is not cut short. */
const addReason = (note: string, reason: string) =>
  note === '' ? reason : `${note.slice(0, MAX_NOTE_LENGTH - reason.length - 1)} ${reason}`

/**
 * Refuses a pickup by a person who may not pick up the child, unless an admin gives the reason, and one by another adult
 * whose ID was not seen. Each refusal and each release of these kinds leaves an entry, and releases are mailed.
 */
export async function decidePickups(
  scope: TenantScope,
  sessionId: string,
  marks: readonly Leaving[],
): Promise<PickupDecisions> {
  const known = await lookUpPickups(scope, marks)
  const mayOverride = scope.actor.user?.role === 'tenant_admin'
  const refused = new Map<string, string>()
  const notes = new Map<string, string>()
  const unusual: UnusualPickup[] = []
  for (const mark of marks) {
    const pickup = known.get(mark.studentId)
    if (!pickup || pickup.verdict === 'allowed') continue
    const { studentId, collectedBy, note, override, otherAdult, leftAt } = mark
    const released = { sessionId, studentId, student: pickup.student, collectedBy, leftAt }
    if (pickup.refusal !== null && mayOverride && override !== '') {
      notes.set(studentId, addReason(note, `Released by an admin: ${override}`))
      unusual.push({ ...released, kind: 'overridden' })
      await recordPickup(scope, studentId, 'overridden')
    } else if (pickup.refusal === null && otherAdult) {
      notes.set(studentId, addReason(note, `${idNames[otherAdult.idKind]} seen: ${otherAdult.reason}`))
      unusual.push({ ...released, kind: 'other-adult' })
      await recordOtherAdult(scope, studentId, { sessionId, ...otherAdult })
    } else {
      refused.set(studentId, pickup.refusal ?? notAuthorized(collectedBy, pickup))
      if (pickup.refusal !== null) await recordPickup(scope, studentId, 'refused')
    }
  }
  await reportPickups(scope, unusual)
  return { refused, notes }
}

const notAuthorized = (name: string, { student }: KnownPickup) =>
  `${name} is not authorized to pick up ${student}. Check an ID, and write why ${student} is released.`
