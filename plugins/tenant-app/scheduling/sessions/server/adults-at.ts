/**
 * SQL: number of adults at a meeting: the instructor of its day, and staff who cover its door.
 * @param tenant SQL of the organization's id
 * @param meeting SQL of the meeting's id
 */
export const countAdultsAt = (tenant: string, meeting: string) => `(select count(*)::int from (
    select coalesce(x.instructor_id, y.instructor_id) as id from session_meetings x
      join sessions y on y.tenant_id = x.tenant_id and y.id = x.session_id
      where x.tenant_id = ${tenant} and x.id = ${meeting}
    union select c.user_id from door_covers c where c.tenant_id = ${tenant} and c.meeting_id = ${meeting}) w
  join users a on a.tenant_id = ${tenant} and a.id = w.id and a.is_active)`
