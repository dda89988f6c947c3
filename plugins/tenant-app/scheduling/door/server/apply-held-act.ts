import { z } from 'zod'
import type { Role } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict } from '#core/server/errors.ts'
import type { NewDoorEvent } from '../contract.ts'
import type { HeldAct } from '../held-contract.ts'
import { lockSessionShared } from '../../rosters/server/attendance.ts'
import { logCall } from './log-call.ts'
import { undoEvent, writeEvents } from './record-events.ts'
import { requireDoor } from './rights.ts'
import { countHeads, markRollCall, noteContactView, startRollCall } from './roll-calls.ts'

interface Held {
  id: string
  sessionId: string
  meetingId: string | null
  entry: HeldAct
  madeAt: string
  makerId: string | null
  makerName: string
  makerRole: Role | null
}

/** Records an arrival or a release as its maker's fact: what would be refused now is flagged. @throws conflict at `decision` */
async function applyEvent(scope: TenantScope, held: Held, event: NewDoorEvent): Promise<void> {
  const { id, sessionId, meetingId, makerId, makerName } = held
  await scope.rows(lockSessionShared, { sessionId })
  const meeting = await requireDoor(scope, sessionId, meetingId ?? undefined, { allowsCanceled: true })
  const source = { by: makerId, name: makerName, how: 'staff', deviceId: null, isAdmin: false } as const
  const [outcome] = await writeEvents(scope, meeting, [{ ...event, id, isFact: true }], source)
  if (outcome?.refusal) throw conflict('decision', outcome.refusal)
}

const selectDecision = statement(
  z.object({ decision: z.enum(['applied', 'discarded']).nullable() }),
  `select decision from held_door_entries where id = $id`,
)

/** Checks that an act on another held entry comes after it. @throws conflict at `decision` until that one is applied */
async function requireApplied(scope: TenantScope, id: string, name: string): Promise<void> {
  const [held] = await scope.rows(selectDecision, { id })
  if (held?.decision === null) throw conflict('decision', `Apply the ${name} first: this entry belongs to it.`)
  if (held?.decision === 'discarded')
    throw conflict('decision', `The ${name} that this entry belongs to was discarded. Discard this one too.`)
}

/**
 * Applies what a deactivated account did at the door. Arrivals and releases stay its own; the rest counts as the caller's.
 * @throws as the calls of the door, conflict at `decision` for an arrival or a release that cannot be, and before the entry
 *   that this one belongs to
 */
export async function applyHeldAct(scope: TenantScope, held: Held): Promise<void> {
  const { id, sessionId, entry, madeAt, makerName, makerId, makerRole } = held
  const meetingId = held.meetingId ?? undefined
  const note = `Made by ${makerName}.`
  switch (entry.act) {
    case 'event':
      return applyEvent(scope, held, entry.event)
    case 'undo':
      await requireApplied(scope, entry.eventId, 'arrival or departure')
      return undoEvent(scope, sessionId, { id, eventId: entry.eventId, reason: note, madeAt })
    case 'call':
      return logCall(scope, sessionId, { ...entry.call, id, studentId: entry.studentId, note, madeAt }, meetingId)
    case 'head-count':
      await countHeads(scope, sessionId, { id, counted: entry.counted, madeAt }, meetingId)
      return
    case 'roll-call': {
      const { kind, isDrill, studentIds } = entry
      await startRollCall(scope, sessionId, { id, kind, isDrill, studentIds, madeAt }, meetingId)
      return
    }
    case 'roll-mark': {
      const { rollCallId, studentId, point, isSafe } = entry
      await requireApplied(scope, rollCallId, 'roll call')
      await markRollCall(scope, rollCallId, [{ id, studentId, point, isSafe, madeAt }])
      return
    }
    case 'contacts': {
      const { rollCallId, studentId } = entry
      await requireApplied(scope, rollCallId, 'roll call')
      if (makerId === null || makerRole === null)
        throw conflict('decision', 'This account was erased. Discard the entry.')
      const viewer = { id: makerId, name: makerName, role: makerRole }
      await noteContactView(scope, rollCallId, { id, studentId, madeAt, viewer })
    }
  }
}
