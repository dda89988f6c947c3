import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { challenge, challengeStatuses } from '../contract.ts'
import type { Challenge } from '../contract.ts'

const columns = `c.id, c.title, c.description, c.instructions, c.session_id as "sessionId", s.name as "sessionName",
  tp.project_id as "projectId", pr.title as "projectTitle", c.max_score as "maxScore",
  c.difficulty_level as "difficultyLevel", c.time_limit as "timeLimit", c.is_active as "isActive",
  (select count(*)::int from scores r where r.tenant_id = c.tenant_id and r.challenge_id = c.id) as scored,
  (select coalesce(jsonb_agg(jsonb_build_object('id', j.judge_id, 'name', j.judge_name) order by j.judge_name, j.id), '[]')
    from challenge_judges j where j.tenant_id = c.tenant_id and j.challenge_id = c.id) as judges,
  (select count(distinct w.student_id)::int from judge_scores w
    where w.tenant_id = c.tenant_id and w.challenge_id = c.id) as judged,
  c.criteria, c.result_by as "resultBy",
  c.created_at as "createdAt", c.updated_at as "updatedAt"`

const withOthers = `left join sessions s on s.tenant_id = c.tenant_id and s.id = c.session_id
  left join tenant_projects tp on tp.tenant_id = c.tenant_id and tp.id = c.tenant_project_id
  left join projects pr on pr.owner = tp.project_id_owner and pr.id = tp.project_id`

/** Condition on the rows of a project, whose id is in \`tenant_project_id\`. */
export const ofProject = (column: string) =>
  `${column} = (select id from tenant_projects where tenant_id = $tenantId and project_id = $projectId)`

const selectChallenges = variants(
  {
    isSearched: [true, false],
    isOfSession: [true, false],
    isOfProject: [true, false],
    status: [undefined, ...challengeStatuses],
  },
  ({ isSearched, isOfSession, isOfProject, status }) => {
    const conditions = [
      'true',
      ...(isSearched ? ['c.search like (select containing($search))'] : []),
      ...(isOfSession ? ['c.session_id = $sessionId'] : []),
      ...(isOfProject ? [ofProject('c.tenant_project_id')] : []),
      ...(status ? [`c.is_active = ${status === 'active'}`] : []),
    ]
    const where = `where ${conditions.join(' and ')}`
    // Counts scores for the rows of the page only.
    return statement(
      challenge.extend({ total: z.number() }),
      `select ${columns}, c.total
        from (
          select c.*, (select count(*) from challenges c ${where}) as total from challenges c ${where}
          order by c.created_at desc, c.id desc limit $most offset $offset
        ) c ${withOthers}
        order by c.created_at desc, c.id desc`,
    )
  },
)

interface ChallengeQuery {
  search?: string | undefined
  sessionId?: string | undefined
  projectId?: string | undefined
  status?: (typeof challengeStatuses)[number] | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists challenges, the newest first; with the total. */
export async function listChallenges(scope: TenantScope, query: ChallengeQuery): Promise<PagedAnswer<Challenge>> {
  const { search = '', sessionId, projectId, status, limit = LIST_CAP, offset = 0 } = query
  const found = await scope.lastRows(
    selectChallenges({
      isSearched: search !== '',
      isOfSession: sessionId !== undefined,
      isOfProject: projectId !== undefined,
      status,
    }),
    {
      search,
      sessionId,
      projectId,
      tenantId: scope.tenantId,
      most: limit + 1,
      offset,
    },
  )
  // Past the end of the list no row has the total.
  return countedPage(found, { limit, offset })
}

const selectChallenge = statement(challenge, `select ${columns} from challenges c ${withOthers} where c.id = $id`)

/** @throws not-found */
export async function getChallenge(scope: TenantScope, id: string): Promise<Challenge> {
  const [found] = await scope.rows(selectChallenge, { id })
  if (!found) throw notFound('Challenge')
  return found
}
