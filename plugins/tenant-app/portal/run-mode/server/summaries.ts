import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { authorOf } from '../../../scheduling/door/server/record-events.ts'
import { checkLeads, checkLeadsMeeting } from '../../../scheduling/sessions/server/check-leads.ts'
import { getMeeting } from '../../../scheduling/sessions/server/meetings.ts'
import { getSession } from '../../../scheduling/sessions/server/sessions.ts'
import { summary, type Summary, type SummaryChange } from '../contract.ts'

const columns = `y.meeting_id as "meetingId", m.day::text as day, y.body as text, y.written_by_name as "writtenBy",
  y.updated_at as "updatedAt", y.shared_at as "sharedAt"`

const withMeeting = `session_summaries y join session_meetings m on m.tenant_id = y.tenant_id and m.id = y.meeting_id`

const selectSummaries = statement(
  summary,
  `select ${columns} from ${withMeeting} where y.session_id = $sessionId
    order by m.starts_at desc, y.id limit $most offset $offset`,
)

/** Lists the summaries of a session, the latest day first. @throws not-found unless the caller sees the session */
export async function listSummaries(
  scope: TenantScope,
  sessionId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Summary>> {
  await getSession(scope, sessionId)
  const found = await scope.rows(selectSummaries, { sessionId, most: limit + 1, offset })
  return new PagedAnswer(found, { limit, offset })
}

// Two who write the first summary of a day make one.
const lockMeeting = statement(
  'select id from session_meetings where session_id = $sessionId and id = $meetingId for no key update',
)

const selectSummary = statement(summary, `select ${columns} from ${withMeeting} where y.meeting_id = $meetingId`)

const upsertSummary = statement(
  `insert into session_summaries as y (session_id, meeting_id, body, written_by, written_by_name, updated_at, shared_at)
    values ($sessionId, $meetingId, $text, $by, $name, $updatedAt, $sharedAt)
    on conflict (tenant_id, meeting_id) do update set body = excluded.body, written_by = excluded.written_by,
      written_by_name = excluded.written_by_name, updated_at = excluded.updated_at, shared_at = excluded.shared_at`,
)

/**
 * Writes the summary of a day, and shares it with the families of registered students where that is asked.
 * @throws not-found, forbidden in another instructor's session, conflict at `text` once it is shared, outdated
 */
export async function saveSummary(
  scope: TenantScope,
  { id: sessionId, meetingId }: { id: string; meetingId: string },
  { text, isShared, updatedAt }: SummaryChange,
): Promise<Summary> {
  await checkLeads(scope, sessionId)
  const { day } = await getMeeting(scope, sessionId, meetingId)
  await checkLeadsMeeting(scope, meetingId)
  await scope.rows(lockMeeting, { sessionId, meetingId })
  const [before] = await scope.rows(selectSummary, { meetingId })
  if (before?.sharedAt) throw conflict('text', 'This summary is shared with families and can’t be changed')
  refuseOutdated('this summary', before?.updatedAt ?? null, updatedAt)
  const version = nextVersion(scope.core.clock, before?.updatedAt ?? null)
  await scope.rows(upsertSummary, {
    sessionId,
    meetingId,
    text,
    updatedAt: version,
    sharedAt: isShared ? version : null,
    ...authorOf(scope),
  })
  await record(scope, {
    action: isShared ? 'session.summary-shared' : 'session.summary-saved',
    category: 'system',
    description: isShared ? 'Shared the summary of a session with families' : 'Wrote the summary of a session',
    resource: 'session',
    resourceId: sessionId,
    metadata: { meetingId, day },
  })
  const [saved] = await scope.rows(selectSummary, { meetingId })
  if (!saved) throw notFound('Summary')
  return saved
}
