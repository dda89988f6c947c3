import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { sessionChangeKinds } from '../history-contract.ts'

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

/** Adds to the history of sessions, in the caller's transaction. */
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
}
