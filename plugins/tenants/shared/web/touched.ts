/**
 * The reads that every change of an organization or a user makes wrong: organizations count their users, users name
 * their organization, and the dashboard counts both. The key of one user stands for the search too.
 */
export const touched = [
  ['api', 'tenants'],
  ['api', 'users'],
  ['api', 'dashboard', 'stats'],
]
