import { roleNames } from '#core/contract/roles.ts'
import type { RecordedView, ViewedKind, viewReasons } from '../contract.ts'

/** Labels of the reasons that instructors choose from. */
export const reasonNames: Record<(typeof viewReasons)[number], string> = {
  session: 'Preparing or running a session',
  incident: 'Something happened',
  'guardian-asked': 'A guardian’s request',
  other: 'Something else',
}

export const kindNames: Record<ViewedKind, string> = {
  health: 'Health data',
  emergency: 'Emergency contact',
  restrictions: 'Restrictions',
  consents: 'Consents',
  accommodations: 'Accommodations',
  'admin-access': 'Access to accounts',
  alert: 'Alert line',
}

/** Text for admins and guardians about a view whose right the viewer had created within the day before. */
export const SELF_ARRANGED = 'Arranged by the viewer within a day before'

/** Formats a view's reason in one line. */
export function reasonOf({ reason, words }: Pick<RecordedView, 'reason' | 'words'>): string {
  if (reason === null) return words || '—'
  return words ? `${reasonNames[reason]}: ${words}` : reasonNames[reason]
}

export const viewerRoleName = ({ viewerRole }: Pick<RecordedView, 'viewerRole'>) =>
  viewerRole === 'superadmin' ? 'Platform staff' : roleNames[viewerRole]
