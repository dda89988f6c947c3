import type { callOutcomes } from './acts-contract.ts'
import type { BodyPart, IncidentKind, IncidentStatus, SeriousSign } from './contract.ts'

export const kindLabels: Record<IncidentKind, string> = {
  injury: 'Injury',
  illness: 'Illness',
  medicine: 'Medicine given',
  behavior: 'Behavior',
  'missing-child': 'Missing child',
  damage: 'Damage',
  'near-miss': 'Near miss',
}

export const statusLabels: Record<IncidentStatus, string> = {
  draft: 'Draft',
  submitted: 'Not shared',
  shared: 'Shared',
  acknowledged: 'Acknowledged',
  closed: 'Closed',
}

export const bodyPartLabels: Record<BodyPart, string> = {
  head: 'Head',
  face: 'Face',
  eye: 'Eye',
  mouth: 'Mouth or teeth',
  neck: 'Neck',
  chest: 'Chest',
  back: 'Back',
  abdomen: 'Abdomen',
  shoulder: 'Shoulder',
  arm: 'Arm',
  hand: 'Hand',
  leg: 'Leg',
  knee: 'Knee',
  foot: 'Foot',
  other: 'Other',
}

export const signLabels: Record<SeriousSign, string> = {
  breathing: 'Trouble breathing',
  'emergency-services': '911 or EMS called',
  'bite-through-skin': 'Bite through the skin',
}

export const outcomeLabels: Record<(typeof callOutcomes)[number], string> = {
  reached: 'Reached',
  message: 'Left a message',
  'no-answer': 'No answer',
}
