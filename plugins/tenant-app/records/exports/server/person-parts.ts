import { givenPart, type GivenPart } from '#core/server/personal-data.ts'

export interface PersonPart extends GivenPart {
  /** True for health data, emergency contacts and their views. */
  isHealth?: true
}

// Parts are about a student or a user, as `$guardian` sees them; null without a guardian.
export const part: (...about: Parameters<typeof givenPart>) => PersonPart = givenPart

const asHealthPart = (one: PersonPart): PersonPart => ({ ...one, isHealth: true })

/** Selects a person's full name from a table. */
export const names = (table: string) => `${table}.first_name || ' ' || ${table}.last_name`

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
    ['door_events', 'door_checks'],
    `select s.name as session, d.kind, d.at
      from door_events d join sessions s on s.tenant_id = d.tenant_id and s.id = d.session_id
      where d.student_id = $studentId order by d.recorded_at, d.id`,
  ),
  part(
    'held-door-entries',
    'Entries of the door that arrived after the account that made them was deactivated',
    ['held_door_entries'],
    `select s.name as session, h.entry ->> 'act' as act, h.made_at as "madeAt", h.decision
      from held_door_entries h join sessions s on s.tenant_id = h.tenant_id and s.id = h.session_id
      where h.student_id = $studentId order by h.made_at`,
  ),
  part(
    'invitation-letters',
    'Letters that were printed for guardians',
    ['invitation_letters'],
    `select printed_at as "printedAt", expires_at as "expiresAt", used_at as "usedAt", revoked_at as "revokedAt"
      from invitation_letters where student_id = $studentId order by printed_at, id`,
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
