import { findSame } from '../../../care/collectors/judge-pickup-contract.ts'
import type { AdultKind, DoorFlag, NewDoorEvent } from '../contract.ts'
import { judgeRelease, type ReleaseFacts } from '../judge-release-contract.ts'

/** State of the place where something happened that a device without a connection recorded. */
interface FactCircumstances extends ReleaseFacts {
  /** The child is registered for the session. */
  isRegistered: boolean
  isCanceled: boolean
  /** The device's time could not be, and was moved. */
  isClipped: boolean
}

/** A fact as it is written: with whom a child came or left, and why admins check it. */
export interface JudgedFact {
  byKind: AdultKind
  byName: string
  override: 'unlisted' | null
  flag: DoorFlag | null
}

/** Names the adult of a fact, also one who is on no list any more. */
function nameAdult({ by }: NewDoorEvent, { people }: ReleaseFacts): Pick<JudgedFact, 'byKind' | 'byName'> {
  const known = [...people.allowed, ...people.barred].find(({ id }) => id === by?.personId)
  return { byKind: by?.kind ?? 'other', byName: known?.name ?? by?.name ?? '' }
}

/**
 * Judges what has happened already, on a device without a connection. It is never refused: a child who has left has left.
 * An event that would be refused now is flagged for the admins. Pure: the same facts give the same answer.
 */
export function judgeFact(event: NewDoorEvent, facts: FactCircumstances): JudgedFact {
  const adult = nameAdult(event, facts)
  const circumstance = flagCircumstance(facts)
  if (event.kind === 'in') return { ...adult, override: null, flag: circumstance }
  const judged = judgeRelease(event, facts)
  if (judged.refusal === null && judged.override !== 'barred') {
    const { byKind, byName, override } = judged
    return { byKind, byName, override, flag: circumstance }
  }
  const isBarred = judged.refusal === null || judged.isBarred || findSame({ name: adult.byName }, facts.people.barred)
  return { ...adult, override: null, flag: isBarred ? 'barred' : 'not-allowed' }
}

function flagCircumstance({ isRegistered, isCanceled, isClipped }: FactCircumstances): DoorFlag | null {
  if (isCanceled) return 'canceled'
  if (!isRegistered) return 'removed'
  return isClipped ? 'clock' : null
}
