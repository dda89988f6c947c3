import type { TenantScope } from '#core/server/core.ts'
import type { IdKind, OtherAdult } from '../contract.ts'
import { lookUpPickups, recordOtherAdult, recordPickup, type KnownPickup } from './pickups.ts'
import { reportPickups, type UnusualPickup } from './report-pickups.ts'

/** Attendance of a child in a session, with the person who picks it up. */
interface Leaving {
  studentId: string
  collectedBy: string
  leftAt: string | null
  note: string
  /** Reason why an admin releases the child to a person who may not pick it up; empty without one. */
  override: string
  otherAdult: OtherAdult | null
}

interface PickupDecisions {
  /** Message for each student whose pickup is refused. */
  refused: ReadonlyMap<string, string>
  /** Notes with the reason for the release, by the student's id. */
  notes: ReadonlyMap<string, string>
}

/** Maximum length of a note. */
const MAX_NOTE_LENGTH = 500

/** Names for a sentence, before 'seen'. */
const idNames: Record<IdKind, string> = {
  'drivers-license': 'Driver’s license',
  passport: 'Passport',
  'government-id': 'Government ID',
  other: 'Other ID',
}

/** Appends the reason for a release to a note, and cuts the note rather than the reason. */
const addReason = (note: string, reason: string) =>
  note === '' ? reason : `${note.slice(0, MAX_NOTE_LENGTH - reason.length - 1)} ${reason}`

/**
 * Refuses a pickup by a person who may not pick up the child, unless an admin gives a reason, and one by another adult whose ID
 * was not seen. Records each such refusal and release, and emails releases.
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
