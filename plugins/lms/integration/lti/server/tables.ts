import { freeText, givenPart, gone, nothing, personDeleted, type PersonalTable } from '#core/server/personal-data.ts'
import type { StoredTables } from '#core/server/storage.ts'

export const ltiTables: Record<string, PersonalTable> = {
  lms_lti_tools: {
    called: 'external tools',
    columns: {
      name: freeText,
      client_id: nothing,
      deployment_id: nothing,
      login_url: nothing,
      launch_url: nothing,
      redirect_urls: nothing,
      keys_url: nothing,
      public_key: nothing,
    },
  },
  lms_lti_keys: {
    called: 'keys for external tools',
    columns: { id: nothing, public_key: nothing, private_key: nothing },
  },
  lms_lti_subjects: {
    called: 'pseudonyms at external tools',
    columns: { tool_id: nothing, user_id: personDeleted('user') },
  },
  lms_lti_launches: {
    called: 'launches of external tools',
    columns: {
      token_hash: nothing,
      tool_id: nothing,
      user_id: personDeleted('user'),
      subject_id: nothing,
      course_id: nothing,
      lesson_id: nothing,
      title: gone,
      url: nothing,
      custom: nothing,
      chosen: nothing,
    },
  },
  lms_lti_used_tokens: { called: 'used tokens of external tools', columns: { hash: nothing } },
  lms_lti_scores: {
    called: 'scores from external tools',
    columns: {
      tool_id: nothing,
      enrollment_id: nothing,
      user_id: personDeleted('user'),
      lesson_id: nothing,
      activity: nothing,
      grading: nothing,
      comment: freeText,
    },
  },
}

export const ltiStorage: StoredTables = {
  ephemeral: ['lms_lti_launches', 'lms_lti_used_tokens'],
  // A key signs for one organization: a copy makes its own, under another issuer.
  documents: ['lms_lti_keys'],
  secrets: { lms_lti_keys: ['private_key'], lms_lti_launches: ['token_hash'], lms_lti_used_tokens: ['hash'] },
}

export const givenToolScores = givenPart(
  'tool-scores',
  'Scores from external tools',
  ['lms_lti_scores'],
  `select t.name as tool, s.points, s.max_points as "mostPoints", s.comment, s.reported_at as "reportedAt"
    from lms_lti_scores s join lms_lti_tools t on t.tenant_id = s.tenant_id and t.id = s.tool_id
    where s.user_id = $userId order by s.reported_at, s.id`,
)
