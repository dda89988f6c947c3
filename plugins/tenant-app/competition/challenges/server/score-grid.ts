import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { getSession } from '../../../scheduling/sessions/server/sessions.ts'
import { ledSessions } from '../../../scheduling/sessions/server/policies.ts'
import { ofProject } from './challenges.ts'
import { gridChallenge, gridScore, gridStudent, judgedCell, MAX_COLUMNS } from '../score-contract.ts'
import type { GridStudent, JudgedCell } from '../score-contract.ts'
import { namesOf } from '../../../shared/server/name-key.ts'

/** Number of students on a page by default. */
const PAGE_SIZE = 50

/** True where the caller enters scores of challenge `c`: in sessions that they run, and without a session. */
export const mayScore = (viewer: Viewer) => `(c.session_id is null or ${ledSessions(viewer, 'c.session_id')})`

const scopes = ['session', 'project', 'chosen', 'all'] as const

const columnsOf: Record<(typeof scopes)[number], string> = {
  session: 'c.session_id = $sessionId and c.is_active',
  project: `${ofProject('c.tenant_project_id')} and c.is_active`,
  chosen: 'c.id = any($chosen::uuid[])',
  all: 'c.is_active',
}

const selectGridChallenges = variants({ viewer: viewers, by: scopes }, ({ viewer, by }) =>
  statement(
    gridChallenge,
    `select c.id, c.title, c.max_score as "maxScore", c.is_active as "isActive", ${mayScore(viewer)} as "mayScore",
        (select count(*)::int from challenge_judges j
          where j.tenant_id = c.tenant_id and j.challenge_id = c.id) as judges
      from challenges c where ${columnsOf[by]} order by c.created_at desc, c.id desc limit ${MAX_COLUMNS}`,
  ),
)

// Scored students are listed too, even after they left the session or became inactive. A session's union is small; for all
// students, the index is checked per inactive student only: with `exists`, PostgreSQL may read all scores of the organization
// first.
const isTakingPart = (sessions: string) => `s.id in (
  select p.student_id from session_participants p where p.status = 'registered' and p.session_id ${sessions}
  union select r.student_id from scores r where r.challenge_id = any($challengeIds::uuid[])
  union select w.student_id from judge_scores w where w.challenge_id = any($challengeIds::uuid[]))`

const isScoredIn = (table: string) => `(select true from ${table} r
  where r.tenant_id = s.tenant_id and r.student_id = s.id and r.challenge_id = any($challengeIds::uuid[]) limit 1)`

const activeOrScored = `(s.is_active or ${isScoredIn('scores')} or ${isScoredIn('judge_scores')})`

const rowsOf: Record<(typeof scopes)[number], string> = {
  session: isTakingPart('= $sessionId'),
  project: isTakingPart(`in (select x.id from sessions x where ${ofProject('x.tenant_project_id')})`),
  chosen: activeOrScored,
  all: activeOrScored,
}

const selectGridStudents = variants({ by: scopes, isSearched: [true, false] }, ({ by, isSearched }) => {
  const found = `from students s where ${rowsOf[by]} ${isSearched ? `and ${namesOf('s')} like (select containing($search))` : ''}`
  return statement(
    gridStudent.extend({ total: z.number() }),
    `select s.id, s.first_name as "firstName", s.last_name as "lastName", s.grade, (select count(*) ${found}) as total
      ${found} order by s.last_name, s.first_name, s.id limit $most offset $offset`,
  )
})

const selectGridScores = statement(
  gridScore,
  `select r.challenge_id as "challengeId", r.student_id as "studentId", r.score, r.scored_by_name as "scoredBy",
      r.updated_at as "updatedAt", r.feedback <> '' as "hasFeedback"
    from scores r where r.challenge_id = any($challengeIds::uuid[]) and r.student_id = any($studentIds::uuid[])`,
)

// Omits judges' points; a result exists once all judges have scored.
const selectJudgedCells = statement(
  judgedCell,
  `select w.challenge_id as "challengeId", w.student_id as "studentId", count(*)::int as given,
      count(*)::int + (select count(*)::int from challenge_judges j
        where j.tenant_id = w.tenant_id and j.challenge_id = w.challenge_id and j.judge_id is not null
          and not exists (select from judge_scores o where o.tenant_id = w.tenant_id and o.challenge_judge_id = j.id
            and o.student_id = w.student_id)) as of
    from judge_scores w where w.challenge_id = any($challengeIds::uuid[]) and w.student_id = any($studentIds::uuid[])
    group by w.tenant_id, w.challenge_id, w.student_id`,
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
  judged: JudgedCell[]
}

const placeOf = ({ sessionId, projectId, challenges: chosen }: GridQuery) =>
  sessionId ? 'session' : projectId ? 'project' : chosen ? 'chosen' : 'all'

/** Lists a grid's students by name, including those scored in one of its challenges, with their number. */
export async function listGridStudents(
  scope: TenantScope,
  query: GridQuery,
  challengeIds: readonly string[],
): Promise<{ students: GridStudent[]; total: number }> {
  const { sessionId, projectId, search = '', limit = PAGE_SIZE, offset = 0 } = query
  const rows = selectGridStudents({ by: placeOf(query), isSearched: search !== '' })
  const of = { sessionId, projectId, tenantId: scope.tenantId }
  const asked = { ...of, challengeIds, search }
  const found = await scope.rows(rows, { ...asked, most: limit, offset })
  // Past the last page no row has the total.
  const [counted] = found.length > 0 || offset === 0 ? found : await scope.rows(rows, { ...asked, most: 1, offset: 0 })
  return { students: found, total: counted?.total ?? 0 }
}

/** Reads a grid: columns with the newest first, rows by name. @throws not-found for an unknown session */
export async function getScoreGrid(scope: TenantScope, query: GridQuery): Promise<ScoreGrid> {
  const { sessionId, projectId } = query
  if (sessionId) await getSession(scope, sessionId)
  const of = { sessionId, projectId, chosen: query.challenges, tenantId: scope.tenantId, ...callerOf(scope) }
  const columns = await scope.rows(selectGridChallenges({ viewer: viewerOf(scope), by: placeOf(query) }), of)
  const challengeIds = columns.map(({ id }) => id)
  const found = await listGridStudents(scope, query, challengeIds)
  const cells = { challengeIds, studentIds: found.students.map(({ id }) => id) }
  const areJudged = columns.some((one) => one.judges > 0)
  return {
    challenges: columns,
    students: found.students,
    totalStudents: found.total,
    judged: areJudged ? await scope.rows(selectJudgedCells, cells) : [],
    scores: await scope.lastRows(selectGridScores, cells),
  }
}
