/** A stat card whose number leads to a list. */
export interface LinkedCard {
  /** The card's file, and the link as it is written there. */
  card: `${string}.tsx ${string}`
  /** Answers the figure; `$student` is the id of a student. */
  read: string
  /** Names of figures whose sum the card shows, as `mail.held`. */
  figures: readonly string[]
  /** The call of the screen that the link opens. */
  list: string
}

const users = '/api/users/search?limit=1'
const overview = 'core/web/pages/settings/SystemOverview.tsx'
const stats = 'plugins/tenants/analytics/web/PlatformStats.tsx'
const subscriptions = 'plugins/billing/subscriptions/web/SubscriptionFigures.tsx'

/** Cards that super admins see. */
export const platformCards: readonly LinkedCard[] = [
  { card: `${overview} /tenants`, read: '/api/settings/overview', figures: ['organizations'], list: '/api/tenants' },
  { card: `${overview} /users`, read: '/api/settings/overview', figures: ['users'], list: users },
  {
    card: `${overview} /settings/messages?status=waiting`,
    read: '/api/settings/overview',
    figures: ['mail.pending', 'mail.held'],
    list: '/api/mail-messages?status=waiting',
  },
  {
    card: `${stats} /tenants?status=active`,
    read: '/api/dashboard/stats',
    figures: ['activeTenants'],
    list: '/api/tenants?status=active',
  },
  {
    card: `${stats} /users?status=active`,
    read: '/api/dashboard/stats',
    figures: ['totalUsers'],
    list: `${users}&status=active`,
  },
  // Monthly Revenue leads there too: it is the sum of these.
  {
    card: `${stats} /subscriptions?status=active`,
    read: '/api/dashboard/stats',
    figures: ['activeSubscriptions'],
    list: '/api/subscriptions?status=active',
  },
  {
    card: `${subscriptions} /subscriptions?status=active`,
    read: '/api/subscriptions/stats',
    figures: ['activeCount'],
    list: '/api/subscriptions?status=active',
  },
  {
    card: `${subscriptions} /subscriptions?status=trialing`,
    read: '/api/subscriptions/stats',
    figures: ['trialCount'],
    list: '/api/subscriptions?status=trialing',
  },
  {
    card: 'plugins/lms/delivery/metrics/web/CourseMetrics.tsx /lms-management',
    read: '/api/dashboard/course-metrics',
    figures: ['totalCourses'],
    list: '/api/lms/courses',
  },
]

const catalog = 'plugins/lms/delivery/catalog/web/CatalogFigures.tsx'
const training = 'plugins/lms/delivery/training/web/TrainingFigures.tsx'
const projects = 'plugins/tenant-app/base/projects/web/ProjectFigures.tsx'
const students = 'plugins/tenant-app/admissions/students/web/StudentFigures.tsx'
const student = 'plugins/tenant-app/admissions/students/web/OverviewTab.tsx'
const ofTraining = { read: '/api/tenant/instructor-training-progress/figures' }
const instructors = '/api/tenant/instructor-training-progress'

/** Cards that admins of an organization see. */
export const organizationCards: readonly LinkedCard[] = [
  ...[
    ['path', 'totalCourses', ''],
    ['${path}?status=in-progress', 'inProgress', '?status=in-progress'],
    ['${path}?status=completed', 'completed', '?status=completed'],
  ].map(([href, figure = '', query = '']) => ({
    card: `${catalog} ${href}` as const,
    read: '/api/tenant/course-catalog/figures',
    figures: [figure],
    list: `/api/tenant/course-catalog${query}`,
  })),
  { ...ofTraining, card: `${training} path`, figures: ['totalInstructors'], list: instructors },
  ...[
    ['complete', 'fullyTrained'],
    ['overdue', 'overdue'],
    ['expiring', 'expiring'],
  ].map(([standing, figure = '']) => ({
    ...ofTraining,
    card: `${training} \${path}?standing=${standing}` as const,
    figures: [figure],
    list: `${instructors}?standing=${standing}`,
  })),
  ...[
    ['', 'totalProjects'],
    ['?activity=active', 'activeProjects'],
    ['?difficulty=beginner', 'beginnerFriendly'],
  ].map(([query = '', figure = '']) => ({
    card: `${projects} /projects${query}` as const,
    read: '/api/projects/figures',
    figures: [figure],
    list: `/api/projects${query}`,
  })),
  ...[
    ['', 'totalStudents'],
    ['?status=active', 'activeStudents'],
  ].map(([query = '', figure = '']) => ({
    card: `${students} /students${query}` as const,
    read: '/api/students/figures',
    figures: [figure],
    list: `/api/students${query}`,
  })),
  {
    card: `${student} \${page}?tab=attendance&kind=attended`,
    read: '/api/students/$student/progress',
    figures: ['sessionsAttended'],
    list: '/api/students/$student/attendance?kind=attended',
  },
  // The average score leads there too.
  {
    card: `${student} \${page}?tab=scores`,
    read: '/api/students/$student/progress',
    figures: ['scores'],
    list: '/api/students/$student/scores',
  },
]

/** Links of cards whose number is no count of the rows that they open, and what it is. */
export const cardsOfOther: Readonly<Record<string, string>> = {
  'plugins/lms/delivery/metrics/web/CourseMetrics.tsx /lms-management?status=published': 'hours of these courses',
  [`${training} \${path}?sort=progress`]: 'the mean of all instructors',
}
