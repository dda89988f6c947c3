import {
  freeJson,
  freeText,
  nameBeside,
  nameOf,
  nothing,
  peopleKept,
  personDeleted,
  personKept,
  signature,
  textAbout,
  type PersonalTables,
} from '#core/server/personal-data.ts'
import { nameOfStudent } from './people.ts'

const ATTENDANCE_NOTE = 'Attendance stays as a count without the name.'
const POINTS_NOTE = 'Points and scores stay as counts without the name.'
const WORK_NOTE = 'Work done for the organization stays; the name is not kept.'

/** Sessions and what happens in them, projects, challenges, points, the leaderboard and calendars. */
export const programTables: PersonalTables = {
  sessions: {
    called: 'sessions led',
    staysSince: WORK_NOTE,
    columns: {
      name: freeText,
      description: freeText,
      location: freeText,
      instructor_id: personKept('user'),
      settings: nothing,
      detached: nothing,
    },
  },
  session_meetings: {
    called: 'meetings led',
    staysSince: WORK_NOTE,
    columns: { instructor_id: personKept('user'), busy_instructor_id: nothing },
  },
  session_series: {
    called: 'series led',
    staysSince: WORK_NOTE,
    columns: {
      name: freeText,
      description: freeText,
      location: freeText,
      instructor_id: personKept('user'),
      tenant_project_id: nothing,
      time_zone: nothing,
      rule: nothing,
    },
  },
  session_changes: {
    called: 'history of sessions',
    staysSince: WORK_NOTE,
    columns: {
      fields: nothing,
      student_ids: peopleKept('student'),
      actor_id: personKept('user'),
      actor_name: nameOf('actor_id'),
    },
  },
  session_participants: {
    called: 'places in sessions',
    record: nameOfStudent('r.student_id'),
    staysSince: ATTENDANCE_NOTE,
    columns: {
      student_id: personKept('student'),
      feedback: textAbout('student_id'),
      accepted_by_name: nameBeside('student_id'),
    },
  },
  place_reasons: { called: 'groups that places were given by', columns: { student_id: personDeleted('student') } },
  attendance_marks: {
    called: 'marks of attendance',
    record: nameOfStudent('r.student_id'),
    staysSince: ATTENDANCE_NOTE,
    columns: {
      student_id: personKept('student'),
      note: textAbout('student_id'),
      collected_by: textAbout('student_id'),
      marked_by: personKept('user'),
      marked_by_name: nameOf('marked_by'),
    },
  },
  meeting_attendance: {
    called: 'attendance of meetings',
    record: nameOfStudent('r.student_id'),
    staysSince: ATTENDANCE_NOTE,
    columns: { student_id: personKept('student') },
  },
  attendance_counts: { called: 'attendance without persons', columns: {} },
  absence_reports: {
    called: 'reported absences',
    record: nameOfStudent('r.student_id'),
    staysSince: 'That an absence was reported is the child’s; who reported it is not kept.',
    columns: {
      student_id: personDeleted('student'),
      reason: freeText,
      reported_by: personKept('user'),
      reported_by_name: nameOf('reported_by'),
      taken_back_by_name: signature,
    },
  },
  absence_notices: { called: 'notices of absence', columns: { student_id: personDeleted('student') } },
  attendance_reminders: { called: 'reminders of attendance', columns: {} },
  attendance_settings: { called: 'settings of attendance', columns: { hour_bands: nothing } },
  closed_days: { called: 'holidays', columns: { name: freeText } },
  challenges: {
    called: 'challenges',
    columns: { title: freeText, description: freeText, instructions: freeText, criteria: freeJson },
  },
  challenge_judges: {
    called: 'challenges judged',
    staysSince: WORK_NOTE,
    columns: { judge_id: personKept('user'), judge_name: nameOf('judge_id') },
  },
  judge_scores: {
    called: 'points of judges',
    staysSince: POINTS_NOTE,
    columns: { student_id: personKept('student'), points: nothing },
  },
  scores: {
    called: 'scores',
    record: nameOfStudent('r.student_id'),
    staysSince: POINTS_NOTE,
    columns: {
      student_id: personKept('student'),
      feedback: textAbout('student_id'),
      scored_by: personKept('user'),
      scored_by_name: nameOf('scored_by'),
    },
  },
  points_entries: {
    called: 'points',
    forgottenBy: 'erase_in_points',
    rewrittenBy: 'rewrite_in_points',
    record: nameOfStudent('r.student_id'),
    staysSince: POINTS_NOTE,
    columns: {
      student_id: personKept('student'),
      reason: textAbout('student_id'),
      source_id: nothing,
      given_by: personKept('user'),
      given_by_name: nameOf('given_by'),
    },
  },
  projects: {
    called: 'projects written',
    staysSince: WORK_NOTE,
    columns: {
      title: freeText,
      description: freeText,
      category: freeText,
      estimated_duration: nothing,
      age_group: nothing,
      instructions: freeText,
      learning_objectives: freeJson,
      materials: freeJson,
      prerequisites: freeJson,
      student_resources: freeJson,
      assessment_criteria: freeJson,
      thumbnail_url: nothing,
      created_by: personKept('user'),
      owner: nothing,
    },
  },
  tenant_projects: {
    called: 'projects of the organization',
    columns: { instructor_notes: freeText, customizations: freeJson, project_id_owner: nothing },
  },
  leaderboard_settings: { called: 'settings of the leaderboard', columns: {} },
  leaderboard_absences: {
    called: 'children off the leaderboard',
    staysSince: 'That a child is off the leaderboard is the child’s; who asked for it is not kept.',
    columns: { student_id: personDeleted('student'), taken_off_by: personKept('user') },
  },
  leaderboard_displays: {
    called: 'displays of the leaderboard',
    columns: { name: freeText, grade: nothing, added_by_name: signature },
  },
  notification_settings: { called: 'settings of emails', columns: {} },
  digest_subscriptions: { called: 'choice of the weekly digest', columns: { user_id: personDeleted('user') } },
  digests: { called: 'weekly digests sent', columns: { user_id: personDeleted('user') } },
  calendar_feeds: { called: 'calendar feeds', columns: { user_id: personDeleted('user') } },
  organization_activity: {
    called: 'recent activity',
    columns: { summary: freeText, actor_name: signature, session_ids: nothing, student_id: personDeleted('student') },
  },
  ledger_summaries: { called: 'monthly summaries of the ledger', columns: {} },
}
