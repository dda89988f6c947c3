import { givenPart, type GivenPart } from '#core/server/personal-data.ts'

export interface PersonPart extends GivenPart {
  /** True for health data, emergency contacts and their views. */
  isHealth?: true
}

// Parts are about a student or a user, as `$guardian` sees them; null without a guardian.
const part: (...about: Parameters<typeof givenPart>) => PersonPart = givenPart

const asHealthPart = (one: PersonPart): PersonPart => ({ ...one, isHealth: true })

const names = (table: string) => `${table}.first_name || ' ' || ${table}.last_name`

/**
 * Data of a student. The only other people named in it are authorized pickups: neither other guardians, nor notes by staff, nor
 * restrictions.
 */
export const studentParts: readonly PersonPart[] = [
  part(
    'student',
    'Student record',
    ['students'],
    `select first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth", grade,
        total_points as "totalPoints", is_active as "isActive", created_at as "createdAt" from students where id = $studentId`,
  ),
  part(
    'sessions',
    'Sessions',
    ['session_participants'],
    `select s.name as session, s.start_date as "start", p.status, p.attendance, p.points_earned as points, p.feedback
      from session_participants p join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
      where p.student_id = $studentId order by s.start_date`,
  ),
  part(
    'attendance',
    'Attendance as it was marked',
    ['attendance_marks'],
    `select s.name as session, s.start_date as "start", m.mark, m.arrived_at as "arrivedAt", m.left_at as "leftAt",
        m.marked_at as "markedAt", m.number is null as "overruled"
      from attendance_marks m join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
      where m.student_id = $studentId order by m.marked_at`,
  ),
  part(
    'held-marks',
    'Marks that arrived after the account that made them was deactivated',
    ['held_marks'],
    `select s.name as session, h.mark, h.made_at as "madeAt", h.decision
      from held_marks h join sessions s on s.tenant_id = h.tenant_id and s.id = h.session_id
      where h.student_id = $studentId order by h.made_at`,
  ),
  part(
    'door',
    'Arrivals and departures',
    ['door_events'],
    `select s.name as session, d.kind, d.at
      from door_events d join sessions s on s.tenant_id = d.tenant_id and s.id = d.session_id
      where d.student_id = $studentId order by d.recorded_at, d.id`,
  ),
  part(
    'door-calls',
    'Calls about late pick-ups',
    ['door_calls'],
    `select s.name as session, c.at, c.outcome
      from door_calls c join sessions s on s.tenant_id = c.tenant_id and s.id = c.session_id
      where c.student_id = $studentId order by c.at, c.id`,
  ),
  part(
    'leave-requests',
    'Requests to leave at a kiosk',
    ['leave_requests'],
    `select s.name as session, q.at
      from leave_requests q join sessions s on s.tenant_id = q.tenant_id and s.id = q.session_id
      where q.student_id = $studentId order by q.at, q.id`,
  ),
  part(
    'badges',
    'Codes on badges',
    ['badge_codes'],
    'select day, code from badge_codes where student_id = $studentId order by day',
  ),
  part(
    'meetings',
    'Attendance of each meeting, with its minutes',
    ['meeting_attendance'],
    `select s.name as session, m.starts_at as "start", a.mark, a.first_in as "arrivedAt", a.last_out as "leftAt", a.minutes,
        a.minutes_assumed as "minutesAssumed"
      from meeting_attendance a join session_meetings m on m.tenant_id = a.tenant_id and m.id = a.meeting_id
        join sessions s on s.tenant_id = a.tenant_id and s.id = a.session_id
      where a.student_id = $studentId order by m.starts_at`,
  ),
  part(
    'groups',
    'Groups',
    ['group_members'],
    `select o.name as "group", o.kind, o.season, m.from_date as "from", m.until_date as "until"
      from group_members m join groups o on o.tenant_id = m.tenant_id and o.id = m.group_id
      where m.student_id = $studentId order by m.from_date, o.name`,
  ),
  part(
    'absences',
    'Absences that were reported',
    ['absence_reports'],
    `select coalesce(a.from_day, d.day) as "fromDay", coalesce(a.to_day, d.day) as "toDay", s.name as session, a.reason,
        a.reported_at as "reportedAt", a.taken_back_at as "takenBackAt"
      from absence_reports a left join sessions s on s.tenant_id = a.tenant_id and s.id = a.session_id
        left join session_meetings d on d.tenant_id = a.tenant_id and d.id = a.meeting_id
      where a.student_id = $studentId order by a.reported_at`,
  ),
  part(
    'scores',
    'Scores and feedback',
    ['scores'],
    `select c.title as challenge, x.score, x.max_score as "maxScore", x.feedback, x.completed_at as "completedAt"
      from scores x join challenges c on c.tenant_id = x.tenant_id and c.id = x.challenge_id
      where x.student_id = $studentId order by x.completed_at`,
  ),
  part(
    'points',
    'Points',
    ['points_entries'],
    `select points, reason, earned_at as "earnedAt" from points_entries where student_id = $studentId order by earned_at`,
  ),
  part(
    'consents',
    'Consents',
    ['consent_answers'],
    `select v.title as consent, a.answer, a.method, a.expires_on as "expiresOn", a.answered_at as "answeredAt"
      from consent_answers a
        left join consent_versions v on v.tenant_id = a.tenant_id and v.consent_id = a.consent_id and v.number = a.version
      where a.student_id = $studentId order by a.answered_at`,
  ),
  part(
    'collectors',
    'Authorized pickups',
    ['collectors'],
    `select name, relationship, valid_until as "validUntil", created_at as "createdAt"
      from collectors where student_id = $studentId order by name`,
  ),
  part(
    'leaderboard',
    'Hidden from the leaderboard',
    ['leaderboard_absences'],
    `select taken_off_at as "takenOffAt" from leaderboard_absences where student_id = $studentId`,
  ),
  part(
    'changes',
    'When the record was changed',
    ['student_changes'],
    `select kind, occurred_at as "occurredAt" from student_changes where student_id = $studentId order by occurred_at`,
  ),
  asHealthPart(
    part(
      'health',
      'Health and emergency data',
      ['student_health'],
      `select response_line as "responseLine", medical_notes as notes, medication, emergency_contact as "emergencyContact",
          emergency_phone as "emergencyPhone", doctor_name as "doctorName", doctor_phone as "doctorPhone",
          insurance_company as "insuranceCompany", insurance_number as "insuranceNumber", updated_at as "updatedAt"
        from student_health where student_id = $studentId`,
    ),
  ),
  asHealthPart(
    part(
      'conditions',
      'Allergies and conditions',
      ['health_conditions'],
      `select kind, name, risk, triggers, reaction, response, medication, medication_place as "medicationPlace",
          ended_at as "endedAt", updated_at as "updatedAt"
        from health_conditions where student_id = $studentId order by name`,
    ),
  ),
  asHealthPart(
    part(
      'proposals',
      'Changes of health data that were proposed',
      ['health_proposals'],
      // A guardian does not see other guardians' proposals.
      `select part, change, status, answer, created_at as "createdAt", decided_at as "decidedAt"
        from health_proposals where student_id = $studentId and ($guardian::uuid is null or proposed_by = $guardian)
        order by created_at`,
    ),
  ),
  asHealthPart(
    part(
      'incidents',
      'Incidents that were shared',
      ['incidents'],
      `select occurred_at as "occurredAt", family_text as note, shared_at as "sharedAt"
        from incidents where student_id = $studentId and shared_at is not null order by occurred_at`,
    ),
  ),
  asHealthPart(
    part(
      'views',
      'Who looked at health, emergency contacts and consents',
      ['access_ledger'],
      // No guardian learns of a restriction, or of views of restrictions.
      `select viewer_name as name, viewer_role as role, what, reason, words, viewed_at as "viewedAt"
        from access_ledger where student_id = $studentId and what <> 'restrictions' order by viewed_at`,
    ),
  ),
]

const unrestricted = `not p.is_restricted and p.may_see`

const ofOwnChild = (column: string) =>
  `${column} in (select p.student_id from parent_students p where p.parent_id = $userId and ${unrestricted})`

/** Data of a user, or of a guardian without an account. */
export const userParts: readonly PersonPart[] = [
  part(
    'account',
    'Account',
    ['users'],
    `select first_name as "firstName", last_name as "lastName", email, username, role, is_active as "isActive",
        last_login_at as "lastSignIn", email_verified_at as "addressVerifiedAt", created_at as "createdAt"
      from users where id = $userId`,
  ),
  part(
    'invitations',
    'Invitations',
    ['invitations'],
    `select email, created_at as "createdAt", accepted_at as "acceptedAt" from invitations where user_id = $userId`,
  ),
  part(
    'contact',
    'Phone and address',
    ['guardian_contacts'],
    `select phone, address, updated_at as "updatedAt" from guardian_contacts where user_id = $userId`,
  ),
  part(
    'children',
    'Children',
    ['parent_students'],
    `select ${names('s')} as child, p.relationship, p.contact_order as "contactOrder", p.may_see as "maySee",
        p.may_be_told as "mayBeTold", p.may_collect as "mayCollect", p.lives_with_child as "livesWithChild"
      from parent_students p join students s on s.tenant_id = p.tenant_id and s.id = p.student_id
      where p.parent_id = $userId and ${unrestricted} order by 1`,
  ),
  part(
    'answers',
    'Consents that you answered',
    ['consent_answers'],
    `select ${names('s')} as child, v.title as consent, a.answer, a.method, a.answered_at as "answeredAt"
      from consent_answers a join students s on s.tenant_id = a.tenant_id and s.id = a.student_id
        left join consent_versions v on v.tenant_id = a.tenant_id and v.consent_id = a.consent_id and v.number = a.version
      where a.guardian_id = $userId and ${ofOwnChild('a.student_id')} order by a.answered_at`,
  ),
  part(
    'reports',
    'Absences that you reported',
    ['absence_reports'],
    `select ${names('s')} as child, a.from_day as "fromDay", a.to_day as "toDay", a.reason, a.reported_at as "reportedAt"
      from absence_reports a join students s on s.tenant_id = a.tenant_id and s.id = a.student_id
      where a.reported_by = $userId and ${ofOwnChild('a.student_id')} order by a.reported_at`,
  ),
  part(
    'acknowledgments',
    'Incidents that you acknowledged',
    ['incident_acknowledgments'],
    `select ${names('s')} as child, a.typed_name as "typedName", a.disagrees, a.words, a.acknowledged_at as "acknowledgedAt"
      from incident_acknowledgments a join incidents i on i.tenant_id = a.tenant_id and i.id = a.incident_id
        join students s on s.tenant_id = i.tenant_id and s.id = i.student_id
      where a.guardian_id = $userId and ${ofOwnChild('i.student_id')} order by a.acknowledged_at`,
  ),
  part(
    'messages',
    'Messages that you got',
    ['message_recipients', 'message_children'],
    `select m.subject, m.body, m.written_by_name as "from", r.created_at as "receivedAt", r.opened_at as "openedAt",
        r.acknowledged_at as "acknowledgedAt",
        array(select ${names('s')} from message_children c join students s on s.tenant_id = c.tenant_id and s.id = c.student_id
          where c.tenant_id = r.tenant_id and c.recipient_id = r.id and ${ofOwnChild('c.student_id')}) as children
      from message_recipients r join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
      where r.user_id = $userId order by r.created_at`,
  ),
  part(
    'writtenMessages',
    'Messages that you wrote',
    ['messages'],
    `select subject, body, status, send_at as "sendAt" from messages where written_by = $userId order by created_at`,
  ),
  part(
    'conversations',
    'Conversations that you take part in',
    ['conversations', 'conversation_members', 'conversation_posts'],
    `select c.topic, c.team_name as "team", ${names('s')} as child, p.author_name as "from", p.created_at as "writtenAt",
        case when p.withdrawn_at is null then p.body end as text
      from conversation_posts p join conversations c on c.tenant_id = p.tenant_id and c.id = p.conversation_id
        left join students s on s.tenant_id = c.tenant_id and s.id = c.student_id
      where p.author_id = $userId or (exists (select from conversation_members q where q.tenant_id = c.tenant_id
        and q.conversation_id = c.id and q.user_id = $userId and q.role = 'guardian')
        and (c.student_id is null or ${ofOwnChild('c.student_id')}))
      order by c.created_at, p.created_at`,
  ),
  part(
    'newsChoice',
    'When announcements are emailed to you',
    ['news_choices'],
    'select timing from news_choices where user_id = $userId',
  ),
  part(
    'followUps',
    'Follow-ups of incidents',
    ['incident_follow_ups'],
    `select task, due_on as "dueOn", done_at as "doneAt" from incident_follow_ups where owner_id = $userId order by due_on`,
  ),
  part(
    'ledSessions',
    'Sessions that you lead',
    ['sessions'],
    `select name as session, start_date as "start", end_date as "end", status from sessions
      where instructor_id = $userId order by start_date`,
  ),
  part(
    'ledMeetings',
    'Days of other sessions that you lead',
    ['session_meetings'],
    `select s.name as session, m.starts_at as "start", m.ends_at as "end", m.status from session_meetings m
      join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
      where m.instructor_id = $userId order by m.starts_at`,
  ),
  part(
    'judged',
    'Challenges that you judge',
    ['challenge_judges'],
    `select c.title as challenge, j.created_at as "since"
      from challenge_judges j join challenges c on c.tenant_id = j.tenant_id and c.id = j.challenge_id
      where j.judge_id = $userId order by j.created_at`,
  ),
  part(
    'digests',
    'Weekly emails',
    ['digest_subscriptions', 'digests'],
    `select 'chosen' as what, subscribed_at as "at" from digest_subscriptions where user_id = $userId
      union all select 'sent', sent_at from digests where user_id = $userId order by 2`,
  ),
  part(
    'ledGroups',
    'Groups that you lead',
    ['group_staff'],
    `select o.name as "group", o.kind, o.season, g.created_at as "since"
      from group_staff g join groups o on o.tenant_id = g.tenant_id and o.id = g.group_id
      where g.user_id = $userId order by g.created_at, o.name`,
  ),
  part(
    'calendars',
    'Calendar feeds',
    ['calendar_feeds'],
    `select created_at as "createdAt", last_used_at as "lastUsedAt" from calendar_feeds where user_id = $userId`,
  ),
  part(
    'exports',
    'Data that you asked for',
    ['data_exports'],
    `select created_at as "createdAt", status, downloaded_at as "downloadedAt" from data_exports
      where created_by = $userId order by created_at`,
  ),
]
