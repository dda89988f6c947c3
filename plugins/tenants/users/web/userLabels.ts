import type { FoundUser } from '../contract.ts'

export const userStatusLabels: Record<FoundUser['status'], string> = {
  active: 'Active',
  'no-account': 'No account',
  inactive: 'Inactive',
}

/** True if a user types the username to sign in; all others type their address. */
export const signsInByUsername = ({ email, status }: FoundUser) => email === null && status !== 'no-account'

/** People without a name are called by their username. */
export function fullName({ firstName, lastName, username }: Pick<FoundUser, 'firstName' | 'lastName' | 'username'>) {
  return `${firstName} ${lastName}`.trim() || username
}

/** Distinguishes people of one name: the email address, or the username of those who have none. */
export const addressOf = ({ email, username }: Pick<FoundUser, 'email' | 'username'>) => email ?? username
