import type { FoundUser } from '../contract.ts'

/** People without a name are called by their username. */
export function fullName({ firstName, lastName, username }: Pick<FoundUser, 'firstName' | 'lastName' | 'username'>) {
  return `${firstName} ${lastName}`.trim() || username
}
