import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { Person, PersonState } from '../contract.ts'

export const stateLabels: Record<PersonState, { label: string; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'green' },
  invited: { label: 'Invited', tone: 'amber' },
  'no-account': { label: 'No account', tone: 'neutral' },
  inactive: { label: 'Inactive', tone: 'neutral' },
}

/** People without a name are called by their username. */
export const nameOf = ({ firstName, lastName, username }: Pick<Person, 'firstName' | 'lastName' | 'username'>) =>
  `${firstName} ${lastName}`.trim() || username
