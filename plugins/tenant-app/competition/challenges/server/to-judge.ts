import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'

const toJudge = z.object({ id: z.uuid(), name: z.string(), count: z.number() })

// A challenge without a session and a project has no list of participants: it counts students whom other judges scored.
const selectChallengesToJudge = statement(
  toJudge,
  `select c.id, c.title as name, count(*)::int as count
    from challenge_judges j join challenges c on c.tenant_id = j.tenant_id and c.id = j.challenge_id and c.is_active
      cross join lateral (
        select p.student_id from session_participants p
          where p.tenant_id = c.tenant_id and p.session_id = c.session_id and p.status = 'registered'
        union select p.student_id from sessions x
          join session_participants p on p.tenant_id = x.tenant_id and p.session_id = x.id and p.status = 'registered'
          where x.tenant_id = c.tenant_id and x.tenant_project_id = c.tenant_project_id and c.session_id is null
        union select w.student_id from judge_scores w where w.tenant_id = c.tenant_id and w.challenge_id = c.id
      ) t
      join students s on s.tenant_id = c.tenant_id and s.id = t.student_id and s.is_active
    where j.judge_id = $caller and not exists (select from judge_scores o
      where o.tenant_id = j.tenant_id and o.challenge_judge_id = j.id and o.student_id = t.student_id)
    group by c.id, c.title order by count(*) desc, lower(c.title), c.id limit $most`,
)

/** Lists challenges that the caller judges, with the number of students whom they have not scored yet. */
export function listToJudge(scope: TenantScope, most: number): Promise<z.infer<typeof toJudge>[]> {
  return scope.rows(selectChallengesToJudge, { ...callerOf(scope), most })
}
