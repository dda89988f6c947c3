import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { containing } from '#core/server/database/like.ts'
import { callerOf, viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import { ledSessions } from '../../sessions/server/policies.ts'
import { ofProject } from './challenges.ts'
import { gridChallenge, gridScore, gridStudent, MOST_COLUMNS } from '../score-contract.ts'

/** Students of a page unless said otherwise. */
const PAGE_SIZE = 50

/** Whether the caller enters scores of challenge `c`: of the sessions that they run, and of what is in no session. */
export const mayScore = (viewer: Viewer) => `(c.session_id is null or ${ledSessions(viewer, 'c.session_id')})`

const scopes = ['session', 'project', 'chosen', 'all'] as const

const columnsOf: Record<(typeof scopes)[number], string> = {
  session: 'c.session_id = $sessionId and c.is_active',
  project: `${ofProject('c.tenant_project_id')} and c.is_active`,
  chosen: 'c.id = any($chosen::uuid[])',
  all: 'c.is_active',
}

const challenges = variants({ viewer: viewers, by: scopes }, ({ viewer, by }) =>
  statement(
    gridChallenge,
    `select c.id, c.title, c.max_score as "maxScore", c.is_active as "isActive", ${mayScore(viewer)} as "mayScore"
      from challenges c where ${columnsOf[by]} order by c.created_at desc, c.id desc limit ${MOST_COLUMNS}`,
  ),
)

// Whoever has a score is shown, too: who has left the session, and who is inactive by now. Of a session that is a small
// set to begin with; of all students it is asked of the inactive ones alone, each by the index.
const takingPart = (sessions: string) => `s.id in (
  select p.student_id from session_participants p where p.status = 'registered' and p.session_id ${sessions}
  union select r.student_id from scores r where r.challenge_id = any($challengeIds::uuid[]))`

const activeOrScored = `(s.is_active or exists (select from scores r
  where r.tenant_id = s.tenant_id and r.student_id = s.id and r.challenge_id = any($challengeIds::uuid[])))`

const rowsOf: Record<(typeof scopes)[number], string> = {
  session: takingPart('= $sessionId'),
  project: takingPart(`in (select x.id from sessions x where ${ofProject('x.tenant_project_id')})`),
  chosen: activeOrScored,
  all: activeOrScored,
}

const students = variants({ by: scopes, isSearched: [true, false] }, ({ by, isSearched }) => {
  const found = `from students s where ${rowsOf[by]} ${isSearched ? 'and s.name_key like $search' : ''}`
  return statement(
    gridStudent.extend({ total: z.number() }),
    `select s.id, s.first_name as "firstName", s.last_name as "lastName", s.grade, (select count(*) ${found}) as total
      ${found} order by s.last_name, s.first_name, s.id limit $most offset $offset`,
  )
})

const scores = statement(
  gridScore,
  `select r.challenge_id as "challengeId", r.student_id as "studentId", r.score, r.scored_by_name as "scoredBy",
      r.updated_at as "updatedAt"
    from scores r where r.challenge_id = any($challengeIds::uuid[]) and r.student_id = any($studentIds::uuid[])`,
)

interface GridQuery {
  sessionId?: string | undefined
  projectId?: string | undefined
  challenges?: string[] | undefined
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

interface ScoreGrid {
  challenges: z.infer<typeof gridChallenge>[]
  students: z.infer<typeof gridStudent>[]
  totalStudents: number
  scores: z.infer<typeof gridScore>[]
}

/** Columns with the newest first, rows by name. @throws not-found where there is no such session */
export async function scoreGrid(scope: TenantScope, query: GridQuery): Promise<ScoreGrid> {
  const { sessionId, projectId, search = '', limit = PAGE_SIZE, offset = 0 } = query
  if (sessionId) await getSession(scope, sessionId)
  const by = sessionId ? 'session' : projectId ? 'project' : query.challenges ? 'chosen' : 'all'
  const of = { sessionId, projectId, chosen: query.challenges, tenantId: scope.tenantId }
  const columns = await scope.rows(challenges({ viewer: viewerOf(scope), by }), { ...of, ...callerOf(scope) })
  const challengeIds = columns.map(({ id }) => id)
  const rows = students({ by, isSearched: search !== '' })
  const asked = { ...of, challengeIds, search: containing(search.toLowerCase()) }
  const found = await scope.rows(rows, { ...asked, most: limit, offset })
  // Past the last page no row says how many there are.
  const [counted] = found.length > 0 || offset === 0 ? found : await scope.rows(rows, { ...asked, most: 1, offset: 0 })
  const studentIds = found.map(({ id }) => id)
  return {
    challenges: columns,
    students: found,
    totalStudents: counted?.total ?? 0,
    scores: studentIds.length > 0 ? await scope.lastRows(scores, { challengeIds, studentIds }) : [],
  }
}
