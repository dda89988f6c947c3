import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { canBeDone } from '../../catalog/server/update-progress.ts'
import { trainingModule, type TrainingModule } from '../contract.ts'

// The chapters of a course that was built from a project reference its modules. The rows are the same as for the course's own
// progress, so that the two cannot differ.
const selectInstructorModules = statement(
  trainingModule,
  `select c.original_project_id as "projectId", h.origin_id as "moduleId", m.chapter ->> 'title' as title,
      case when n.required > 0 and n.done = n.required then 'completed'
        when n.opened > 0 then 'in_progress' else 'not_started' end as status,
      case when n.required = 0 then 0 else round(100.0 * n.done / n.required) end::int as progress,
      round(n.seconds / 60.0)::int as "timeSpent", n.score as "assessmentScore",
      case when n.required > 0 and n.done = n.required then n.completed_at end as "completedAt",
      coalesce(w.notes, '') as notes, w.updated_at as "notesUpdatedAt"
    from lms_enrollments e
    join lms_courses c on c.owner = e.course_id_owner and c.id = e.course_id and c.original_project_id is not null
    join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = e.version
    cross join lateral jsonb_array_elements(v.outline -> 'chapters') with ordinality m (chapter, place)
    join lms_chapters h on h.owner = c.owner and h.id = (m.chapter ->> 'id')::uuid and h.origin_id is not null
    cross join lateral (
      select (count(*) filter (where x.counts))::int as required,
        (count(*) filter (where x.counts and x.completed_at is not null))::int as done,
        (count(x.opened_at))::int as opened, coalesce(sum(x.seconds_spent), 0) as seconds, max(x.completed_at) as completed_at,
        round(avg(x.score)::numeric, 1)::float8 as score
      from (
        select p.completed_at, p.opened_at, p.seconds_spent, p.score, ${canBeDone}
            and (l."isRequired" or not bool_or(l."isRequired" and ${canBeDone}) over ()) as counts
          from jsonb_to_recordset(v.outline -> 'lessons') l (id uuid, "chapterId" uuid, "isRequired" boolean, unfinished jsonb)
          left join lms_lesson_progress p on p.tenant_id = e.tenant_id and p.enrollment_id = e.id and p.cycle = e.cycle
            and p.lesson_id = l.id
          where l."chapterId" = h.id
      ) x
    ) n
    left join lms_training_notes w on w.tenant_id = e.tenant_id and w.user_id = e.user_id and w.module_id = h.origin_id
    where e.tenant_id = $tenantId and e.user_id = $instructorId
    order by v.title, c.id, m.place limit 1000`,
)

/** Lists an instructor's progress in each module of the projects whose courses they take. */
export const listTrainingModules = (scope: TenantScope, instructorId: string | null): Promise<TrainingModule[]> =>
  scope.rows(selectInstructorModules, { tenantId: scope.tenantId, instructorId })
