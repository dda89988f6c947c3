/**
 * Figures that screens show of the demo, each counted once more by a statement of its own: it reads tables and shares
 * no code, view or function with the product. `read` is the path of what answers the figures; keys are their names.
 */
export interface Recount {
  read: string
  /** Answers one row, whose columns are called as the figures. The organization is `$1`. */
  sql: string
}

export const platformRecounts: readonly Recount[] = [
  {
    read: '/api/dashboard/stats',
    sql: `select (select count(*) from tenants where status = 'active') as "activeTenants",
        (select count(*) from users where is_active and password_hash is not null) as "totalUsers",
        (select count(*) from subscriptions where status = 'active') as "activeSubscriptions",
        (select sum(case when p.billing_interval = 'yearly' then p.price / 12 else p.price end)
          from subscriptions s, subscription_plans p
          where p.id = s.plan_id and s.status = 'active' and p.currency = 'USD') as "monthlyRevenue"`,
  },
  {
    read: '/api/subscriptions/stats',
    sql: `select count(*) filter (where status = 'active') as "activeCount",
        count(*) filter (where status = 'trialing') as "trialCount",
        round(100.0 * count(*) filter (where canceled_at > now() - interval '30 days'
            and created_at <= now() - interval '30 days')
          / count(*) filter (where created_at <= now() - interval '30 days'
            and (canceled_at is null or canceled_at > now() - interval '30 days')), 1) as "churnRate"
      from subscriptions`,
  },
  {
    read: '/api/dashboard/course-metrics',
    sql: `select (select count(*) from lms_courses where tenant_id is null and deleted_at is null) as "totalCourses",
        (select round(sum(l.duration) / 60.0) from lms_courses c join lms_chapters h on h.course_id = c.id
          join lms_lessons l on l.chapter_id = h.id
          where c.tenant_id is null and c.deleted_at is null and c.status = 'published') as "totalHours",
        (select count(*) from lms_enrollments) as "totalEnrollments",
        (select round(100.0 * count(*) filter (where completed_at is not null) / count(*)) from lms_enrollments)
          as "completionRate"`,
  },
  {
    read: '/api/audit-logs/figures',
    sql: `select count(*) as "lastDay", count(*) filter (where not success) as failed,
        count(*) filter (where severity = 'critical') as critical
      from audit_logs where created_at > now() - interval '1 day'`,
  },
]

export const organizationRecounts: readonly Recount[] = [
  {
    read: '/api/tenant/dashboard/stats',
    sql: `select (select count(*) from sessions where tenant_id = $1) as "totalSessions",
        (select count(*) from challenges where tenant_id = $1 and is_active) as "activeChallenges",
        (select count(*) from students where tenant_id = $1 and erased_at is null) as "totalStudents",
        (select round(avg(100.0 * score / max_score)) from scores where tenant_id = $1) as "avgScore"`,
  },
  {
    read: '/api/tenant/stats',
    sql: `select (select count(*) from sessions where tenant_id = $1 and status not in ('cancelled', 'completed')
          and start_date <= now() and end_date > now()) as "activeSessions",
        (select count(*) from scores, tenants t where scores.tenant_id = $1 and t.id = $1 and challenge_id is not null
          and to_char(completed_at at time zone t.time_zone, 'YYYY-MM') = to_char(now() at time zone t.time_zone, 'YYYY-MM'))
          as "completedChallenges",
        (select count(*) from sessions s, tenants t where s.tenant_id = $1 and t.id = $1 and s.status = 'scheduled'
          and start_date > now() and to_char(start_date at time zone t.time_zone, 'IYYY-IW')
            = to_char(now() at time zone t.time_zone, 'IYYY-IW')) as "upcomingSessions"`,
  },
  {
    read: '/api/students/figures',
    sql: `select count(*) as "totalStudents", count(*) filter (where is_active) as "activeStudents",
        count(distinct nullif(btrim(grade), '')) as "gradeLevels"
      from students where tenant_id = $1 and erased_at is null`,
  },
  {
    read: '/api/reports/attendance/figures',
    sql: `select count(distinct student_id) as students, count(distinct session_id) as sessions, count(*) as marked,
        count(*) filter (where mark = 'present') as present, count(*) filter (where mark = 'late') as late,
        count(*) filter (where mark = 'absent') as absent, count(*) filter (where mark = 'excused') as excused,
        count(*) filter (where mark in ('present', 'late')) as attended,
        round(100.0 * count(*) filter (where mark in ('present', 'late')) / nullif(count(*), 0)) as rate
      from (select distinct on (session_id, student_id) session_id, student_id, mark from attendance_marks
        where tenant_id = $1 and number is not null order by session_id, student_id, number desc) last where mark is not null`,
  },
  {
    read: '/api/reports/scores/figures',
    sql: `select count(distinct student_id) as students, count(distinct challenge_id) as challenges, count(*) as scores,
        round(avg(100.0 * score / max_score)) as "averageScore",
        count(*) filter (where 100 * score >= 80 * max_score) as high,
        count(*) filter (where 100 * score < 50 * max_score) as low
      from scores where tenant_id = $1 and challenge_id is not null`,
  },
  {
    read: '/api/reports/participation/figures',
    sql: `select count(distinct p.student_id) as students, count(distinct p.session_id) as sessions, count(*) as places,
        count(*) filter (where p.status = 'registered') as registered,
        count(*) filter (where p.status = 'waitlisted') as waitlisted,
        count(*) filter (where p.status = 'cancelled') as cancelled,
        count(*) filter (where p.status = 'registered' and p.attendance in ('present', 'late')) as attended
      from session_participants p join sessions s on s.id = p.session_id join tenants t on t.id = s.tenant_id
      where s.tenant_id = $1 and s.status <> 'cancelled'
        and (s.start_date at time zone t.time_zone)::date <= (now() at time zone t.time_zone)::date`,
  },
  {
    read: '/api/reports/progress/figures',
    sql: `select (select count(*) from scores where tenant_id = $1 and challenge_id is not null) as scored,
        (select round(avg(100.0 * score / max_score)) from scores where tenant_id = $1 and challenge_id is not null)
          as "averageScore"`,
  },
  {
    read: '/api/leaderboard/figures',
    sql: `select max(total_points) as "topScore", round(avg(total_points)) as "averageScore", count(*) as "totalStudents"
      from students s where tenant_id = $1 and is_active and total_points > 0
        and not exists (select from leaderboard_absences h where h.student_id = s.id)`,
  },
]
