import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import { historyParts, sessionEvent, type SessionEvent } from '../history-contract.ts'

// Reads names for the entries of a page only.
const changes = `select c.id, c.kind, c.fields, c.student_ids, null as mark, '' as note, c.actor_name, c.occurred_at
  from session_changes c where c.session_id = $sessionId`
const marks = `select m.id, case when m.number is null then 'overruled' else 'marked' end, '{}'::text[], array[m.student_id], m.mark, m.note, m.marked_by_name, m.marked_at
  from attendance_marks m where m.session_id = $sessionId`

const selectHistory = variants({ part: [undefined, ...historyParts] }, ({ part }) => {
  const entries = { changes, attendance: `${changes} and false union all ${marks}` }
  return statement(
    sessionEvent.extend({ total: z.number() }),
    `with entries as (${part ? entries[part] : `${changes} union all ${marks}`})
      select e.id, e.kind, e.fields, e.mark, e.note, e.actor_name as "actorName", e.occurred_at as "occurredAt",
          array(select s.first_name || ' ' || s.last_name from students s where s.id = any(e.student_ids)
            order by s.last_name, s.first_name, s.id) as students,
          (select count(*) from entries) as total
        from (select * from entries order by occurred_at desc, id desc limit $most offset $offset) e
        order by e.occurred_at desc, e.id desc`,
  )
})

interface HistoryQuery {
  part?: (typeof historyParts)[number] | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists a session's history, newest first, with the total. @throws not-found unless the caller sees the session */
export async function listSessionHistory(
  scope: TenantScope,
  sessionId: string,
  { part, limit = 50, offset = 0 }: HistoryQuery,
): Promise<PagedAnswer<SessionEvent>> {
  await getSession(scope, sessionId)
  const found = await scope.rows(selectHistory({ part }), { sessionId, most: limit + 1, offset })
  return countedPage(found, { limit, offset })
}
