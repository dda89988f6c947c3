import type { RollCallKind, RollCallPoint } from '../roll-call-contract.ts'

export const rollCallLabels: Record<RollCallKind, string> = {
  evacuation: 'Evacuation',
  lockdown: 'Lockdown',
  other: 'Other',
}

export const pointLabels: Record<RollCallPoint, string> = {
  start: 'At start',
  site: 'At the site',
  return: 'On return',
}
