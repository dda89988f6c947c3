/** Labels that screens give to fields, where a field's own name reads otherwise. A resource with labels of its own comes first. */
export const labelsOfScreens: Readonly<Record<string, string>> = {
  'plan.name': 'Plan ID',
  'session.name': 'Session name',
  'organization.name': 'Organization name',
  absenceMinutes: 'Notify families after',
  ageGroup: 'Ages or grades',
  altText: 'Description',
  apiKey: 'API key',
  appliesToSessions: 'Skip sessions of series on these days',
  asksConsents: 'Ask again for expiring consents',
  asksHealth: 'Ask guardians once a year to confirm health and emergency data',
  assessmentCriteria: 'Assessment',
  attendanceMonths: 'Attendance, months after the session',
  audience: 'For',
  autoUpgradeEnabled: 'Automatic upgrades',
  certificateMonths: 'Months for which it is valid',
  consentMonths: 'Consents, months after a student has left',
  dateOfBirth: 'Birthday',
  defaultTrialDays: 'Trial',
  difficultyLevel: 'Difficulty',
  digestHour: 'Hour of the digest',
  digestWeekday: 'Day of the digest',
  displayEntries: 'Entries on displays',
  displayNames: 'Names on displays',
  endDate: 'End',
  expiresAfterMonths: 'Holds for months',
  extendedUntil: 'Due date',
  fromEmail: 'Sender’s address',
  fromName: 'Sender’s name',
  givesCertificate: 'Certificate',
  gracePeriodDays: 'Grace period',
  healthMonths: 'Health data, months after a student has left',
  includesHealth: 'With health data and emergency contacts',
  instructorId: 'Instructor',
  instructorNotes: 'Notes for instructors',
  isActive: 'Active',
  isFeatured: 'Featured',
  isHidden: 'Hidden',
  isPreview: 'Preview',
  isPublic: 'Share with families',
  isRequired: 'Required',
  judgeIds: 'Judges',
  lateMinutes: 'Suggest ‘Late’ after',
  graceMinutes: 'A pick-up is late after',
  releasesAfterCall: 'Instructors may release a child to an unlisted adult after calling a guardian',
  aloneFrom: 'Children with consent leave alone from',
  lateText: 'What to do when a child is still here',
  livesWithChild: 'Lives with child',
  lockoutDurationMinutes: 'Lockout',
  logoUrl: 'Logo',
  mailHost: 'Host',
  mailPort: 'Port',
  mailUseTls: 'Require TLS',
  mailUsername: 'User name',
  maintenanceMessage: 'What people read meanwhile',
  maxLoginAttempts: 'Failed attempts',
  maxSessionsPerTenant: 'Sessions of an organization',
  maxStorage: 'Max storage (GB)',
  maxStoragePerTenantMB: 'Storage of an organization',
  maxTenantsPerPlan: 'Organizations on a plan',
  maxUsersPerTenant: 'Users of an organization',
  mayBeTold: 'Gets notifications',
  mayCollect: 'Can pick up',
  maySee: 'Can view',
  overdueMinutes: 'Show missing attendance after',
  planId: 'Plan',
  projectId: 'Project',
  reminderMinutes: 'Remind after',
  requireSecondFactorForSuperAdmins: 'Require it of super admins',
  sessionLifetimeDays: 'Session lifetime',
  sessionTimeoutMinutes: 'Session timeout',
  startDate: 'Start',
  thumbnailUrl: 'Picture',
  validUntil: 'Until',
}

/** Labels of what no screen has as one field. */
const otherLabels: Readonly<Record<string, string>> = { rights: 'Rights and restrictions' }

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const isInitials = /^(id|url|api|ip|tls|mb|gb|pdf|csv)$/

/** Words of a key: `Request ID` for `requestId`. */
function readable(key: string): string {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => (isInitials.test(word) ? word.toUpperCase() : word))
  return capitalized(words.join(' '))
}

/** Names a field as its screen does, or else in words: `Birthday` for `dateOfBirth`, `Paid at` for `paidAt`. */
export const fieldLabel = (field: string, resource?: string | null): string =>
  labelsOfScreens[`${resource ?? ''}.${field}`] ?? labelsOfScreens[field] ?? otherLabels[field] ?? readable(field)

/** Reads a choice such as `in-progress` as words. */
export const choiceInWords = readable
