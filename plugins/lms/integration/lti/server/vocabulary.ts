const LTI = 'https://purl.imsglobal.org/spec/lti/claim'
const DEEP_LINKING = 'https://purl.imsglobal.org/spec/lti-dl/claim'
const MEMBERSHIP = 'http://purl.imsglobal.org/vocab/lis/v2/membership'

/** Names of claims (LTI Core 1.3, Deep Linking 2.0, Assignment and Grade Services 2.0, Names and Role Provisioning 2.0). */
export const claims = {
  messageType: `${LTI}/message_type`,
  version: `${LTI}/version`,
  deployment: `${LTI}/deployment_id`,
  target: `${LTI}/target_link_uri`,
  resourceLink: `${LTI}/resource_link`,
  roles: `${LTI}/roles`,
  context: `${LTI}/context`,
  custom: `${LTI}/custom`,
  presentation: `${LTI}/launch_presentation`,
  platform: `${LTI}/tool_platform`,
  deepLinkSettings: `${DEEP_LINKING}/deep_linking_settings`,
  deepLinkItems: `${DEEP_LINKING}/content_items`,
  deepLinkData: `${DEEP_LINKING}/data`,
  grades: 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint',
  members: 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice',
} as const

export const roleNames = {
  learner: `${MEMBERSHIP}#Learner`,
  instructor: `${MEMBERSHIP}#Instructor`,
} as const

export const COURSE_TYPE = 'http://purl.imsglobal.org/vocab/lis/v2/course#CourseOffering'

/** Scopes of access tokens. */
export const scopes = {
  readLineItems: 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem.readonly',
  readResults: 'https://purl.imsglobal.org/spec/lti-ags/scope/result.readonly',
  postScores: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
  readMembers: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
} as const
