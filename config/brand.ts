/** Words of the sign-in page beside the form, for operators to change. The figures are fixed text. */
export const brand = {
  headline: 'Empower Educational Excellence',
  introduction: 'One place for the organizations, programs and people behind every learner’s progress.',
  features: [
    { title: 'Organization management', text: 'Open, configure and support every organization from one place.' },
    { title: 'Real-time analytics', text: 'See programs, enrollments and revenue as they are right now.' },
    { title: 'Role-based access', text: 'Everyone sees what their work needs, and nothing else.' },
  ],
  figures: [
    { value: '42+', label: 'active organizations' },
    { value: '2,847', label: 'total users' },
  ],
} as const

/** The same for the sign-in page of an organization. */
export const tenantBrand = {
  headline: 'Everything your programs need',
  introduction: 'Plan, teach and follow along, from the first session to the last challenge.',
  features: [
    { title: 'Session Management', text: 'Schedule sessions, keep rosters and take attendance.' },
    { title: 'Challenge Tracking', text: 'Score challenges and watch the leaderboard move.' },
    { title: 'Parent Portal', text: 'Families follow progress, attendance and what comes next.' },
  ],
  figures: [],
} as const
