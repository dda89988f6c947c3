import { statement } from '#core/server/database/statement.ts'
import type { PlatformScope } from '#core/server/core.ts'

/** Titles of courses, and of the catalog's projects for whose instructors they are required. */
const ofProjects: Readonly<Record<string, readonly string[]>> = {
  'Running a Robotics Session': ['Line-Following Robot', 'Water Rockets', 'Instruments from Scrap'],
  'A Room for Every Child': ['School Garden Lab', 'A Neighbourhood for 5,000', 'Three Minutes Close to Home'],
}

// Leads are recorded when sessions are planned; those of the demo were planned before.
const insertLeads = statement(
  `insert into lms_project_leads (tenant_id, user_id, project_id, leads_until)
    select s.tenant_id, s.instructor_id, p.project_id, max(s.end_date)
      from sessions s join tenant_projects p on p.tenant_id = s.tenant_id and p.id = s.tenant_project_id
      where s.end_date > $now and s.status in ('scheduled', 'in-progress') and s.instructor_id is not null
      group by s.tenant_id, s.instructor_id, p.project_id
    on conflict do nothing`,
)

/** Seeds courses that are required for leading sessions of a project. Needs the projects of `tenant-app`. */
export async function seedProjectRules(
  scope: PlatformScope,
  courses: readonly { id: string; title: string }[],
): Promise<void> {
  const organizations: { tenantId: string }[] = await scope.trx('lmsCourseRules').distinct('tenantId')
  for (const [title, projects] of Object.entries(ofProjects)) {
    const course = courses.find((one) => one.title === title)
    if (!course) throw new Error(`The demo has no course ${title}`)
    const found = scope.trx('projects').whereNull('tenantId').whereIn('title', projects)
    const projectIds: string[] = await found.orderBy('title').pluck('id')
    await scope
      .trx('lmsCourseRules')
      .insert(organizations.map(({ tenantId }) => ({ tenantId, courseId: course.id, projectIds })))
      .onConflict(['tenantId', 'courseId'])
      .merge(['projectIds'])
  }
  await scope.rows(insertLeads, { now: scope.core.clock.now().toISOString() })
}
