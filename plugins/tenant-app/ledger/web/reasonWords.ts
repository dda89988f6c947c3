import type { viewReasons } from '../contract.ts'

/** The reasons that instructors choose from, as people read them. */
export const reasonNames: Record<(typeof viewReasons)[number], string> = {
  session: 'Preparing or running a session',
  incident: 'Something happened',
  'guardian-asked': 'A guardian asked',
  other: 'Something else',
}
