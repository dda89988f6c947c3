import type { TenantScope } from '#core/server/core.ts'
import { emit } from '#core/server/events/events.ts'
import { statement } from '#core/server/database/statement.ts'
import type { sessionChangeKinds } from '../history-contract.ts'
import { placesChanged, type PlaceChange } from './events.ts'

interface SessionChange {
  sessionId: string
  kind: (typeof sessionChangeKinds)[number]
  /** Names of the fields that differ. */
  fields?: readonly string[]
  /** Ids of the affected students. */
  studentIds?: readonly string[]
  /** True for consequences of an action, such as a place for a waitlisted student, which have no actor. */
  isAutomatic?: boolean
}

const insertSessionChanges = statement(
  `insert into session_changes (session_id, kind, fields, student_ids, actor_id, actor_name, occurred_at)
    select "sessionId", kind, fields, "studentIds", "actorId", "actorName", $now
      from jsonb_to_recordset($changes::jsonb) as a ("sessionId" uuid, kind text, fields text[], "studentIds" uuid[],
        "actorId" uuid, "actorName" text)`,
)

const placeKinds: ReadonlySet<string> = new Set<PlaceChange['kind']>([
  'registered',
  'promoted',
  'waitlisted',
  'removed',
  'declined',
])

const isOfPlace = (change: SessionChange): change is SessionChange & PlaceChange => placeKinds.has(change.kind)

/** Adds to the history of sessions, in the caller's transaction, and announces changes of places. */
export async function recordSessionChanges(scope: TenantScope, changes: readonly SessionChange[]): Promise<void> {
  if (changes.length === 0) return
  const { user } = scope.actor
  const rows = changes.map(({ isAutomatic = false, fields = [], studentIds = [], sessionId, kind }) => ({
    sessionId,
    kind,
    fields,
    studentIds,
    actorId: isAutomatic ? null : (user?.id ?? null),
    actorName: isAutomatic ? null : (user?.name ?? null),
  }))
  await scope.rows(insertSessionChanges, { changes: JSON.stringify(rows), now: scope.core.clock.now() })
  const ofPlaces = changes
    .map((change) => ({ ...change, studentIds: [...(change.studentIds ?? [])] }))
    .filter((change) => isOfPlace(change))
  if (ofPlaces.length > 0) await emit(scope, placesChanged, { changes: ofPlaces })
}
