import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import { groupColors, groupKinds, type GroupColor, type GroupKind } from '../contract.ts'

export const kindLabels: Record<GroupKind, string> = {
  class: 'Class',
  team: 'Team',
  cabin: 'Cabin',
  cohort: 'Cohort',
  other: 'Other',
}
export const kindOptions = groupKinds.map((id) => ({ id, label: kindLabels[id] }))

const colorLabels: Record<GroupColor, string> = {
  gray: 'Gray',
  red: 'Red',
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
}
export const colorOptions = groupColors.map((id) => ({ id, label: colorLabels[id] }))

export const colorTones: Record<GroupColor, BadgeTone> = {
  gray: 'neutral',
  red: 'red',
  yellow: 'amber',
  green: 'green',
  blue: 'blue',
  purple: 'purple',
}

/** `Falcons, Summer 2027` */
export const groupText = ({ name, season }: { name: string; season: string }) => (season ? `${name}, ${season}` : name)
