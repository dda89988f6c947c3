import { freeText, gone, nothing, personDeleted, type PersonalTable } from '#core/server/personal-data.ts'
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
  lms_lti_keys: { called: 'keys for external tools', columns: { id: nothing, public_key: nothing, private_key: nothing } },
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
  secrets: { lms_lti_keys: ['private_key'] },
}
